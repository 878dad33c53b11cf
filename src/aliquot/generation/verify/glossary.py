"""Words of the bench in Japanese, with the beginnings of the English ones that say the same.

What enters: a text. What leaves: which of these things it names, in whichever language. A short
list by judgement, for one purpose: to tell whether a Japanese statement and an English quote speak
of one thing at all.
"""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["things_named"]

# The Japanese word, "=", and how the English ones begin.
_WORDS = """
遠心=centrifug,spin,spun,pellet 保存=stor,keep,kept,save 細胞=cell 培地=medi,broth
培養=cultur,incubat,grow 緩衝液=buffer バッファー=buffer 溶解=dissolv,lys 溶液=solution
加え=add,mix,combin 添加=add 混合=mix,combin 洗浄=wash,rins 氷=ice 室温=room 一晩=overnight
水=water,h2o 純水=water,milliq カラム=column 膜=membrane 溶出=elut 抽出=extract 精製=purif
希釈=dilut 濃度=concentration,level 遺伝子=gene 発現=express 変異=mutat,variant
バリアント=variant タンパク質=protein 酵素=enzyme 抗体=antibod 配列=sequenc ゲノム=genom
塩基=base,bp 検索=search,find,query 類似=simil 患者=patient 対象=participant,eligib,age
参加=particip 登録=enrol,particip 試験=trial,study,test 研究=stud
投与=dose,administ,receiv,given 群=group,arm 差=differ 有意=signific 関連=associat,link,relat
相関=correlat 証拠=eviden 結果=result,show 効果=effect 増加=increas,rais
上昇=increas,rais,greater 減少=decreas,reduc 阻害=inhibit 抑制=suppress,inhibit 活性=activ
結合=bind,bound 感染=infect 耐性=resist 抗菌=antimicrob,antibact 植物=plant 摂取=intake
血=blood,plasma,serum 脳=brain 肝=liver,hepat 臓器=organ,tissue 組織=tissue 神経=nerv,neur
染色=stain 測定=measur 蛍光=fluoresc 反応=react,respon 停止=stop,quench 分=min 時間=hour
動画=video データ=data,dataset サンプル=sample 試料=sample 採取=collect,sampl 振とう=shak
ろ過=filter フィルター=filter 凍結=froz,freez 解凍=thaw 保持=keep,kept,hold,held メモリ=memor
表示=show,display,list 設計=design プライマー=primer 必要=need,requir 使用=use,using 短=short
長=long,length 細菌=bacter 大腸菌=coli プラスミド=plasmid 形質転換=transform
ヒートショック=heat アミノ酸=amino,aa インデックス=index 図=figure 給餌=feed 餌=feed,diet
週=week 日=day 年=year,date 大きさ=size,bp 容量=volume,size 塩=salt 健常=health 欠損=defici
病=diseas
"""
_ENGLISH = {
    one: tuple(others.split(","))
    for one, _, others in (entry.partition("=") for entry in _WORDS.split())
}
_LATIN = re.compile(r"[a-z0-9]+")


@lru_cache(maxsize=512)
def things_named(text: str) -> frozenset[str]:
    """Return the Japanese words for what a text names."""
    found = {one for one in _ENGLISH if one in text}
    words = set(_LATIN.findall(text.casefold()))
    return frozenset(
        found
        | {
            one
            for one, beginnings in _ENGLISH.items()
            if any(word.startswith(beginnings) for word in words)
        }
    )

"""What techniques and things of the bench are called in Japanese and in English.

A Japanese question about an English protocol names it in Japanese: its words are searched by both.
By judgement, of names that mean one thing at a bench; genes, proteins and a lab's own words are
known by the library's entries and its file of synonyms.
"""

from __future__ import annotations

from functools import lru_cache

from aliquot.analysis.synonym_file import read_synonyms
from aliquot.analysis.synonyms import SynonymBook
from aliquot.types import Expansion

__all__ = ["bench_words"]

# As in a file of synonyms: one thing a line, the English names searched first.
_WORDS = """
western blot = immunoblot = ウェスタンブロット = ウエスタンブロット = ウェスタンブロッティング
northern blot = ノーザンブロット
southern blot = サザンブロット
flow cytometry = フローサイトメトリー
immunoprecipitation = 免疫沈降
immunostaining = immunohistochemistry = immunofluorescence = 免疫染色 = 免疫組織化学
silver staining = 銀染色
agarose gel = アガロースゲル = 寒天ゲル
polyacrylamide gel = ポリアクリルアミドゲル
electrophoresis = 電気泳動
gel extraction = gel DNA recovery = ゲル抽出 = ゲル回収
miniprep = plasmid preparation = ミニプレップ = プラスミド抽出
transformation = 形質転換
heat shock = ヒートショック
electroporation = エレクトロポレーション = 電気穿孔
transfection = トランスフェクション = 遺伝子導入
ligation = ライゲーション
cloning = クローニング
competent cells = コンピテントセル = コンピテント細胞
glycerol stock = グリセロールストック
agar plate = 寒天プレート = 寒天培地
ethanol precipitation = エタノール沈殿
DNA extraction = DNA抽出
RNA extraction = RNA抽出
protein extraction = タンパク質抽出 = 蛋白質抽出
antibody purification = 抗体精製
hemocytometer = 血球計算盤
cell counting = counting cells = 細胞数の計測 = 細胞計数
cell isolation = 細胞単離 = 細胞分離
thawing = 融解 = 解凍
cryopreservation = freezing = 凍結保存
flash freeze = 急速凍結 = 瞬間凍結
passage = subculture = 継代
lysis buffer = 溶解バッファー = 溶解緩衝液
proteinase K = プロテイナーゼK
restriction enzyme = 制限酵素
reverse transcription = 逆転写
touchdown PCR = タッチダウンPCR
mass spectrometry = 質量分析
confocal microscopy = 共焦点顕微鏡
electron microscopy = 電子顕微鏡
in situ hybridization = インサイチュハイブリダイゼーション
hybridization = ハイブリダイゼーション
environmental DNA = eDNA = 環境DNA
metabarcoding = メタバーコーディング
barcode = バーコーディング = バーコード
nucleosome assembly = ヌクレオソーム形成
spleen = 脾臓
aorta = 大動脈
smooth muscle cell = 平滑筋細胞
fruit fly = ショウジョウバエ
zebrafish = ゼブラフィッシュ
liverwort = ゼニゴケ
coral = サンゴ
sea anemone = イソギンチャク
"""


def bench_words(question: str) -> tuple[Expansion, ...]:
    """Return the English names of what a Japanese question names at the bench.

    Args:
        question: As searched.
    """
    return _book().expansions(question)


@lru_cache(maxsize=1)
def _book() -> SynonymBook:
    return SynonymBook(read_synonyms(_WORDS.encode(), "words of the bench").groups)

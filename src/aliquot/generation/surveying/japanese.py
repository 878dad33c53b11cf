"""A Japanese question's words: those that mean something, and the same in English.

Enters: a text of a question. Leaves: the words of it that can be looked for, and what they are in
English, for the library that is written in it. A list by judgement, of the bench, the clinic and
the field; what it lacks is looked for in Japanese alone, and the note under a table says what was
searched.
"""

from __future__ import annotations

import re

__all__ = ["content_of", "in_english", "known_in_english"]

_WORDS = """
アガロースゲル=agarose gel;アガロース=agarose;ゲル=gel;電気泳動=electrophoresis;寒天=agar
大腸菌=E. coli;酵母=yeast;マウス=mouse;ラット=rat;ヒト=human;ウサギ=rabbit
ゼブラフィッシュ=zebrafish;ショウジョウバエ=Drosophila;線虫=C. elegans;シロイヌナズナ=Arabidopsis
ニワトリ=chicken;ブタ=pig;ウシ=bovine;ヒツジ=sheep;ヤギ=goat;イヌ=dog;ネコ=cat;サル=monkey
カエル=frog;魚=fish;植物=plant;サンゴ=coral;藻類=algae;カンジダ=Candida
黄色ブドウ球菌=Staphylococcus aureus;緑膿菌=Pseudomonas aeruginosa;枯草菌=Bacillus subtilis
形質転換=transformation;形質導入=transduction;遺伝子導入=transfection;クローニング=cloning
ライゲーション=ligation;遠心分離機=centrifuge;遠心分離=centrifugation;遠心機=centrifuge
超遠心=ultracentrifugation;遠心=centrifugation;ボルテックス=vortex;超音波処理=sonication
凍結乾燥=freeze-drying;液体窒素=liquid nitrogen;凍結=freezing;解凍=thawing;培地=medium;培養=culture
継代=passage;血清=serum;ウシ胎児血清=fetal bovine serum;細胞株=cell line;幹細胞=stem cell;細胞=cell
抗体=antibody;一次抗体=primary antibody;二次抗体=secondary antibody;免疫沈降=immunoprecipitation
免疫染色=immunostaining;免疫組織化学=immunohistochemistry;ウェスタンブロット=western blot
ウエスタンブロット=western blot;フローサイトメトリー=flow cytometry;顕微鏡=microscope
共焦点顕微鏡=confocal microscope;電子顕微鏡=electron microscope;質量分析=mass spectrometry
マイクロアレイ=microarray;シークエンス=sequencing;シーケンス=sequencing
次世代シーケンサー=next-generation sequencing;配列決定=sequencing;プライマー=primer
プラスミド=plasmid;ベクター=vector;制限酵素=restriction enzyme;酵素=enzyme;緩衝液=buffer
バッファー=buffer;エタノール=ethanol;メタノール=methanol;イソプロパノール=isopropanol
アセトン=acetone;フェノール=phenol;クロロホルム=chloroform;グリセロール=glycerol
ホルムアルデヒド=formaldehyde;パラホルムアルデヒド=paraformaldehyde;プロテイナーゼ=proteinase
トリプシン=trypsin;漂白剤=bleach;次亜塩素酸=hypochlorite;プロテアーゼ阻害剤=protease inhibitor
抗生物質=antibiotic;アンピシリン=ampicillin;カナマイシン=kanamycin;タンパク質=protein
核酸=nucleic acid;ゲノム=genome;遺伝子=gene;抽出=extraction;精製=purification;染色=staining
溶解=lysis;希釈=dilution;沈殿=precipitation;オートクレーブ=autoclave;カラム=column
フィルター=filter;キット=kit;解剖=dissection;麻酔=anesthesia;大腸がん=colorectal cancer
大腸癌=colorectal cancer;乳がん=breast cancer;乳癌=breast cancer;肺がん=lung cancer
肺癌=lung cancer;前立腺がん=prostate cancer;胃がん=gastric cancer;膵臓がん=pancreatic cancer
肝臓がん=liver cancer;膀胱がん=bladder cancer;卵巣がん=ovarian cancer;白血病=leukemia
黒色腫=melanoma;メラノーマ=melanoma;肉腫=sarcoma;がん=cancer;癌=cancer;腫瘍=tumor;糖尿病=diabetes
高血圧=hypertension;心不全=heart failure;心房細動=atrial fibrillation;脳卒中=stroke
てんかん=epilepsy;うつ病=depression;統合失調症=schizophrenia;認知症=dementia
アルツハイマー病=Alzheimer disease;アルツハイマー=Alzheimer;パーキンソン病=Parkinson disease
関節リウマチ=rheumatoid arthritis;関節炎=arthritis;喘息=asthma;肺炎=pneumonia;結核=tuberculosis
マラリア=malaria;肝炎=hepatitis;感染症=infection;感染=infection;新型コロナウイルス=COVID-19
新型コロナ=COVID-19;インフルエンザ=influenza;敗血症=sepsis;貧血=anemia;肥満=obesity;乾癬=psoriasis
慢性腎臓病=chronic kidney disease;腎臓病=kidney disease;慢性疲労症候群=chronic fatigue syndrome
子ども=children;子供=children;妊娠=pregnancy;妊婦=pregnant women;新生児=newborn;小児=children
高齢者=elderly;回復期血漿=convalescent plasma;血漿=plasma;ワクチン=vaccine;プラセボ=placebo
偽薬=placebo;無作為化=randomized;ランダム化=randomized;二重盲検=double-blind;単盲検=single-blind
化学療法=chemotherapy;放射線=radiation;手術=surgery;麻酔薬=anesthetic;有害事象=adverse event
デキサメタゾン=dexamethasone;メチルプレドニゾロン=methylprednisolone
ヒドロキシクロロキン=hydroxychloroquine;精油=essential oil;銀ナノ粒子=silver nanoparticle
日本=Japan;米国=United States;アメリカ=United States;中国=China;韓国=Korea;台湾=Taiwan
英国=United Kingdom;イギリス=United Kingdom;フランス=France;ドイツ=Germany;イタリア=Italy
スペイン=Spain;オランダ=Netherlands;スイス=Switzerland;カナダ=Canada;オーストラリア=Australia
ブラジル=Brazil;インド=India;エジプト=Egypt;トルコ=Turkey;ロシア=Russian Federation
南アフリカ=South Africa;ウガンダ=Uganda;ケニア=Kenya;タイ=Thailand;ベトナム=Vietnam;イラン=Iran
アニーリング=annealing;アニール=annealing;ブロッキング=blocking;煮沸=boiling;冷却=cooling
変性=denaturation;消化=digestion;乾燥=drying;溶出=elution;伸長=extension;固定=fixation
ヒートショック=heat shock;熱ショック=heat shock;ハイブリダイゼーション=hybridisation
インキュベーション=incubation;インキュベート=incubation;溶菌=lysis;細胞溶解=lysis;静置=rest
振とう=shaking;振盪=shaking;対照群=control group;対照=control;ファイザー=Pfizer;モデルナ=Moderna
ノバルティス=Novartis;ロシュ=Roche;アストラゼネカ=AstraZeneca;メルク=Merck;サノフィ=Sanofi
武田薬品=Takeda;大学=university;病院=hospital;腎不全=kidney failure;女性=women;男性=men
高齢=elderly;腸内細菌=gut bacteria;細菌=bacteria;ウイルス=virus;真菌=fungi;バイオフィルム=biofilm
変異=mutation;発現=expression;欠失=deletion;抗生剤=antibiotic
モノクローナル抗体=monoclonal antibody;ポリクローナル抗体=polyclonal antibody
中和抗体=neutralizing antibody;ウエスタンブロッティング=western blot
ウェスタンブロッティング=western blot;定量PCR=quantitative PCR;リアルタイムPCR=real-time PCR
逆転写=reverse transcription;ポリメラーゼ=polymerase;リガーゼ=ligase;塩化ナトリウム=sodium chloride
塩化マグネシウム=magnesium chloride;塩酸=hydrochloric acid;水酸化ナトリウム=sodium hydroxide
酢酸=acetic acid;硫酸=sulfuric acid;過酸化水素=hydrogen peroxide;リン酸緩衝生理食塩水=PBS
生理食塩水=saline;界面活性剤=detergent;トリトン=Triton;ドライアイス=dry ice;ペニシリン=penicillin
ストレプトマイシン=streptomycin;クロラムフェニコール=chloramphenicol
スペクチノマイシン=spectinomycin;テトラサイクリン=tetracycline;ゲンタマイシン=gentamicin
グルコース=glucose;スクロース=sucrose;ショ糖=sucrose;ブドウ糖=glucose;デンプン=starch;尿素=urea
アガロースゲル電気泳動=agarose gel electrophoresis;ポリアクリルアミドゲル=polyacrylamide gel
銀染色=silver staining;蛍光=fluorescence;蛍光顕微鏡=fluorescence microscope
分光光度計=spectrophotometer;サーマルサイクラー=thermal cycler;フローサイトメーター=flow cytometer
インキュベーター=incubator;血球計算盤=hemocytometer;ピペット=pipette;シリンジ=syringe;ビーズ=beads
磁気ビーズ=magnetic beads;メタゲノム=metagenome;メタバーコーディング=metabarcoding
環境DNA=environmental DNA;葉緑体=chloroplast;ミトコンドリア=mitochondria;核=nucleus
細胞膜=cell membrane;ヌクレオソーム=nucleosome;ヒストン=histone;脾臓=spleen;肝臓=liver;腎臓=kidney
心臓=heart;肺=lung;脳=brain;血液=blood;全血=whole blood;大動脈=aorta;血管=vascular
平滑筋=smooth muscle;筋肉=muscle;皮膚=skin;骨髄=bone marrow;精子=sperm;卵=egg;胚=embryo
ワクチン接種=vaccination;予防接種=vaccination;変異株=variant;抗ウイルス薬=antiviral
鎮痛薬=analgesic;免疫抑制=immunosuppression;免疫療法=immunotherapy;放射線療法=radiotherapy
放射線治療=radiotherapy;移植=transplantation;腎移植=kidney transplantation;透析=dialysis
集中治療=intensive care;人工呼吸=ventilation;多発性骨髄腫=multiple myeloma;リンパ腫=lymphoma
膠芽腫=glioblastoma;悪性黒色腫=melanoma;頭頸部癌=head and neck cancer
頭頸部がん=head and neck cancer;子宮頸がん=cervical cancer;食道がん=esophageal cancer
腎がん=renal cancer;2型糖尿病=type 2 diabetes;1型糖尿病=type 1 diabetes
心筋梗塞=myocardial infarction;冠動脈疾患=coronary artery disease;多発性硬化症=multiple sclerosis
自閉症=autism;不安=anxiety;不眠=insomnia;睡眠=sleep;片頭痛=migraine;痛み=pain;疼痛=pain
変形性関節症=osteoarthritis;骨粗鬆症=osteoporosis;骨折=fracture;潰瘍性大腸炎=ulcerative colitis
クローン病=Crohn disease;肝硬変=cirrhosis;B型肝炎=hepatitis B;C型肝炎=hepatitis C;エイズ=AIDS
デング熱=dengue;ジカ熱=Zika;エボラ=Ebola;狂犬病=rabies;コレラ=cholera;赤痢=dysentery
住血吸虫=schistosoma;寄生虫=parasite;運動=exercise;食事=diet;栄養=nutrition;サプリメント=supplement
ビタミン=vitamin;鉄=iron;亜鉛=zinc;喫煙=smoking;飲酒=alcohol;血圧=blood pressure;体重=weight
生存率=survival;死亡率=mortality;生活の質=quality of life;観察研究=observational
介入研究=interventional;対照試験=controlled trial;用量=dose;投与=administration
レムデシビル=remdesivir;イベルメクチン=ivermectin;トシリズマブ=tocilizumab;メトホルミン=metformin
アスピリン=aspirin;インスリン=insulin;ステロイド=steroid;ヘパリン=heparin;ニボルマブ=nivolumab
ペムブロリズマブ=pembrolizumab;リツキシマブ=rituximab;シスプラチン=cisplatin
パクリタキセル=paclitaxel;ポーランド=Poland;スウェーデン=Sweden;ノルウェー=Norway
デンマーク=Denmark;フィンランド=Finland;ベルギー=Belgium;オーストリア=Austria;ギリシャ=Greece
ポルトガル=Portugal;メキシコ=Mexico;アルゼンチン=Argentina;チリ=Chile;パキスタン=Pakistan
バングラデシュ=Bangladesh;インドネシア=Indonesia;マレーシア=Malaysia;シンガポール=Singapore
フィリピン=Philippines;イスラエル=Israel;サウジアラビア=Saudi Arabia;ナイジェリア=Nigeria
ガーナ=Ghana;香港=Hong Kong;系統解析=phylogenetic;系統樹=phylogenetic tree
ゲノム編集=genome editing;遺伝子発現=gene expression;転写因子=transcription factor
シグナル伝達=signaling;アポトーシス=apoptosis;オートファジー=autophagy
酸化ストレス=oxidative stress;炎症=inflammation;抗菌=antimicrobial;抗酸化=antioxidant
抗ウイルス=antiviral;抗癌=anticancer;抗がん=anticancer;毒性=toxicity;薬剤耐性=drug resistance
耐性=resistance;感受性=susceptibility;細胞毒性=cytotoxicity;ナノ粒子=nanoparticle
プロテオーム=proteome;トランスクリプトーム=transcriptome;代謝=metabolism;脂質=lipid
ペプチド=peptide;アミノ酸=amino acid;ハーブ=herb;抽出物=extract;油=oil;土壌=soil;海水=seawater
水=water;河川=river;堆積物=sediment;抗がん剤=anticancer drug;抗癌剤=anticancer drug
誘導=induction;一晩=overnight;終夜=overnight;一夜=overnight;保存=storage;保管=storage;融解=thawing
洗浄=washing
"""
_ENGLISH = dict(
    entry.strip().split("=") for line in _WORDS.split("\n") for entry in line.split(";") if entry
)
# Longest first: 大腸がん is not がん.
_KNOWN = "|".join(sorted(map(re.escape, _ENGLISH), key=len, reverse=True))
# What only says that documents are asked for or what they do, where no other word goes on from it:
# 開始 is one, and 開始コドン is a codon.
_IDLE = (
    r"(?:現在|参加者|最近|過去|以前|以降|今回|今年|各|全部|全件|一部)"
    r"|(?:開始|終了|継続|実施|施行|登録|募集|募集中|公開|発表|出版|刊行|公表|投稿|使用|利用|活用|採用|対象|対象者|関連|関係"
    r"|記載|言及|記述|記録|報告|検討|評価|比較|確認|測定|参照|引用|研究|実験|場合|存在|該当|内容|情報|一覧|件数|個数|人数|合計"
    r"|番号|種類|名前|名称|必要|可能|両方|双方|参加|文書|資料|病|法|的|用|等|中|内|間|数|例|件|者|人|本|報|何"
    r"|対|関|基|由来|表|図|含|書|行|扱|調|探|試|受|出|載|始|終|続|持|使|述|触|示|挙|教|見|作|取|得|有|無|知|選|願|当|限)"
    r"(?=[^\u30a1-\u30fa\u3400-\u9fffA-Za-z0-9]|$)"
)
# Of a Japanese text, words are what is not written in hiragana alone; Latin letters are the same
# in both languages.
_LATIN = r"[A-Za-z0-9][A-Za-z0-9.+/-]*(?: [a-z][A-Za-z0-9-]*)*"
_PARTS = re.compile(
    rf"(?P<known>{_KNOWN})|(?P<idle>{_IDLE})|(?P<latin>{_LATIN})"
    rf"|(?P<unknown>[\u30a1-\u30fc\u3005\u3400-\u9fff]+?(?=$"
    rf"|[^\u30a1-\u30fc\u3005\u3400-\u9fff]|{_IDLE}|{_KNOWN}))"
)


def content_of(text: str) -> str:
    """Return a Japanese text's words that mean something; those of one compound together."""
    found, end = "", 0
    for part in _PARTS.finditer(text):
        if part.lastgroup != "idle":
            found += part[0] if part.start() == end else f" {part[0]}"
            end = part.end()
    return found.strip()


def in_english(text: str) -> str:
    """Return what a Japanese text looks for in English; empty where a word of it is not known."""
    parts = [one for one in _PARTS.finditer(text) if one.lastgroup != "idle"]
    if any(one.lastgroup == "unknown" for one in parts):
        return ""
    return " ".join(dict.fromkeys(_ENGLISH.get(one[0], one[0]) for one in parts))


def known_in_english(text: str) -> str:
    """Return a text with the Japanese words that are known in English."""
    return re.sub(_KNOWN, lambda found: f" {_ENGLISH[found[0]]} ", text)

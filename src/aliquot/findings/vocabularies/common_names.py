"""Common names of animals, plants and microbes, in English and Japanese.

What enters: the listings of `animals` and `plants`, and those below of microbes and in Japanese.
What leaves: the name that stands for all, by each spelling. Source: as there.
"""

from __future__ import annotations

from aliquot.findings.vocabularies import spellings
from aliquot.findings.vocabularies.animals import ANIMALS
from aliquot.findings.vocabularies.plants import PLANTS

__all__ = ["COMMON_NAMES", "JAPANESE_NAMES"]

_MICROBES = """
Escherichia coli; E. coli; E.coli; colibacillus
Saccharomyces cerevisiae; budding yeast; baker's yeast; baker’s yeast; brewer's yeast; S. cerevisiae
Schizosaccharomyces pombe; fission yeast; S. pombe
Bacillus subtilis; B. subtilis
Staphylococcus aureus; MRSA; MSSA; methicillin-resistant Staphylococcus aureus
Streptococcus pneumoniae; pneumococcus; pneumococci
Neisseria meningitidis; meningococcus; meningococci
Neisseria gonorrhoeae; gonococcus; gonococci
Mycobacterium bovis BCG; BCG; bacille Calmette-Guérin; bacillus Calmette-Guérin; BCG vaccine
Magnaporthe oryzae; rice blast fungus
Botrytis cinerea; grey mould; gray mold; gray mould
Chlamydomonas reinhardtii; Chlamydomonas
Dictyostelium discoideum; Dictyostelium
Symbiodinium
Agaricus bisporus; button mushroom
Lentinula edodes; shiitake
Pleurotus ostreatus; oyster mushroom
Ganoderma lucidum; reishi; lingzhi
Batrachochytrium dendrobatidis; chytrid fungus
Mycobacterium tuberculosis; tubercle bacillus
Vibrio cholerae; cholera vibrio
"""
COMMON_NAMES = spellings(ANIMALS) | spellings(PLANTS) | spellings(_MICROBES)
JAPANESE_NAMES = spellings(
    """
    Homo sapiens; ヒト
    Mus musculus; マウス; ハツカネズミ
    Rattus norvegicus; ラット; ドブネズミ
    Oryctolagus cuniculus; ウサギ; 家兎
    Cavia porcellus; モルモット
    Mesocricetus auratus; ハムスター
    Meriones unguiculatus; スナネズミ
    Heterocephalus glaber; ハダカデバネズミ
    Mustela putorius furo; フェレット
    Canis lupus familiaris; イヌ; ビーグル犬
    Felis catus; ネコ
    Sus scrofa; ブタ; ミニブタ
    Bos taurus; ウシ; 乳牛; 黒毛和牛
    Ovis aries; ヒツジ
    Capra hircus; ヤギ
    Equus caballus; ウマ
    Gallus gallus; ニワトリ
    Coturnix japonica; ウズラ
    Taeniopygia guttata; キンカチョウ
    Macaca fascicularis; カニクイザル
    Macaca mulatta; アカゲザル
    Macaca fuscata; ニホンザル
    Callithrix jacchus; マーモセット; コモンマーモセット
    Pan troglodytes; チンパンジー
    Danio rerio; ゼブラフィッシュ
    Oryzias latipes; メダカ
    Oncorhynchus mykiss; ニジマス
    Carassius auratus; キンギョ; 金魚
    Takifugu rubripes; トラフグ
    Xenopus laevis; アフリカツメガエル; ツメガエル
    Xenopus tropicalis; ネッタイツメガエル
    Ambystoma mexicanum; アホロートル
    Drosophila melanogaster; フルーツフライ; ショウジョウバエ; キイロショウジョウバエ
    Aedes aegypti; ネッタイシマカ
    Aedes albopictus; ヒトスジシマカ
    Caenorhabditis elegans; 線虫
    Bombyx mori; カイコ
    Apis mellifera; ミツバチ; セイヨウミツバチ
    Tribolium castaneum; コクヌストモドキ
    Ciona intestinalis; カタユウレイボヤ; ホヤ
    Strongylocentrotus; ウニ
    Artemia (brine shrimp); アルテミア
    Daphnia magna; オオミジンコ; ミジンコ
    Nematostella vectensis; ネマトステラ
    Escherichia coli; 大腸菌
    Saccharomyces cerevisiae; 出芽酵母; パン酵母; 清酒酵母
    Schizosaccharomyces pombe; 分裂酵母
    Bacillus subtilis; 枯草菌; 納豆菌
    Aspergillus oryzae; 麹菌; コウジカビ
    Staphylococcus aureus; 黄色ブドウ球菌
    Staphylococcus epidermidis; 表皮ブドウ球菌
    Streptococcus pneumoniae; 肺炎球菌
    Streptococcus mutans; ミュータンス菌; う蝕原因菌
    Pseudomonas aeruginosa; 緑膿菌
    Mycobacterium tuberculosis; 結核菌
    Helicobacter pylori; ピロリ菌
    Salmonella; サルモネラ
    Vibrio cholerae; コレラ菌
    Lactobacillus; 乳酸桿菌
    Bifidobacterium; ビフィズス菌
    Corynebacterium glutamicum; コリネ菌
    Agrobacterium; アグロバクテリウム
    Candida albicans; カンジダ・アルビカンス
    Candida; カンジダ
    Magnaporthe oryzae; イネいもち病菌; いもち病菌
    Botrytis cinerea; 灰色かび病菌
    Chlamydomonas reinhardtii; クラミドモナス
    Dictyostelium discoideum; 細胞性粘菌
    Plasmodium falciparum; 熱帯熱マラリア原虫
    Toxoplasma gondii; トキソプラズマ
    Tetrahymena thermophila; テトラヒメナ
    Paramecium; ゾウリムシ
    Euglena gracilis; ミドリムシ; ユーグレナ
    Arabidopsis thaliana; シロイヌナズナ
    Nicotiana tabacum; タバコ
    Nicotiana benthamiana; ベンサミアナタバコ; ベンサミアナ
    Oryza sativa; イネ
    Zea mays; トウモロコシ
    Triticum aestivum; コムギ; パンコムギ
    Hordeum vulgare; オオムギ
    Sorghum bicolor; ソルガム
    Brachypodium distachyon; ミナトカモジグサ
    Glycine max; ダイズ
    Phaseolus vulgaris; インゲンマメ
    Pisum sativum; エンドウ
    Lotus japonicus; ミヤコグサ
    Medicago truncatula; タルウマゴヤシ
    Solanum lycopersicum; トマト
    Solanum tuberosum; ジャガイモ; バレイショ
    Capsicum annuum; トウガラシ; ピーマン
    Ipomoea batatas; サツマイモ
    Ipomoea nil; アサガオ
    Petunia hybrida; ペチュニア
    Cucumis sativus; キュウリ
    Cucumis melo; メロン
    Citrullus lanatus; スイカ
    Brassica rapa; ハクサイ; コマツナ
    Brassica oleracea; キャベツ; ブロッコリー
    Raphanus sativus; ダイコン
    Daucus carota; ニンジン
    Spinacia oleracea; ホウレンソウ
    Lactuca sativa; レタス
    Allium cepa; タマネギ
    Allium sativum; ニンニク
    Zingiber officinale; ショウガ
    Curcuma longa; ウコン
    Ocimum basilicum; バジル; スイートバジル
    Ocimum tenuiflorum; ホーリーバジル; トゥルシー
    Perilla frutescens; シソ; エゴマ
    Mentha; ミント
    Fragaria ananassa; イチゴ
    Marchantia polymorpha; ゼニゴケ
    Physcomitrium patens; ヒメツリガネゴケ
    Malus domestica; リンゴ
    Pyrus pyrifolia; ニホンナシ
    Citrus unshiu; ウンシュウミカン
    Musa; バナナ
    Citrus sinensis; オレンジ
    Actinidia; キウイフルーツ; キウイ
    Citrus paradisi; グレープフルーツ
    Citrus limon; レモン
    Ananas comosus; パイナップル
    Mangifera indica; マンゴー
    Vitis vinifera; ブドウ
    Camellia sinensis; チャノキ; 緑茶
    Populus; ポプラ
    """
)

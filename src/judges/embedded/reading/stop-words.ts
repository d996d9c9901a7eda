/** Words that carry grammar and little meaning, in lower case as they stand in a text. Negation is not among them. */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the and or but if so as at by for from in into of on onto off over to up with about after before between during
  through under above below than then there here this that these those it its it's he she they them his her hers their
  theirs him we us our ours you your yours i me my mine who whom whose which what when where why how is are was were be
  been being am do does did done doing has have had having will would shall should can could may might must s t d ll re ve
  m also just very too quite rather really still yet both each every any some such own same other others only more most
  much many few all being because while until against again further once out down that's i'm you're they're we're isn't
  there's he's she's what's let let's said says say one's upon via per among within across along around ever even though
  although however therefore thus hence well like etc e.g i.e according known called named based`.split(/\s+/),
)

export const JAPANESE_STOP_WORDS: ReadonlySet<string> = new Set(
  `の に は を た が で て と し れ さ ある いる も する から な こと として い や れる など なっ ない この ため その あっ よう
  また もの という あり まで られ なる へ か だ これ によって により おり より による ず なり られる において ば なかっ なく
  しかし について せ だっ その後 できる それ う ので なお のみ でき き つ における および いう さらに でも ら たり その他
  に関する たち ます ん なら に対して 特に せる 及び これら とき では にて ほか ながら うち そして とともに ただし かつて
  それぞれ または お ほど ものの に対する ほとんど と共に といった です とも ところ ここ です ました ましょ ください ござい
  いただき まし でし ています ている てい おい そこ あの どの どう とても たい よ ね 年 月 日 的 中 上 下 様 さん 方 可能 出来 でき 場合`.split(
    /\s+/,
  ),
)

/** Words that carry grammar and little meaning, in lower case as they stand in a text. Negation is not among them. */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the and or but if so as at by for from in into of on onto off over to up with about after before between during
  through under above below than then there here this that these those it its it's he she they them his her hers their
  theirs him we us our ours you your yours i me my mine who whom whose which what when where why how is are was were
  be been being am do does did done doing has have had having will would shall should can could may might must s t d
  ll re ve m also just very too quite rather really still yet both each every any some such own same other others only
  more most much many few all because while until against again further once out down that's i'm you're they're we're
  isn't there's he's she's what's let let's said says say one's upon via per among within across along around ever
  even though although however therefore thus hence well like etc according known called named based`.split(/\s+/),
)

export const JAPANESE_STOP_WORDS: ReadonlySet<string> = new Set(
  `として という によって により による られる において なかっ しかし について その後 できる における および さらに その他 に関する に対して 特に 及び これら ながら そして とともに ただし かつて それぞれ
  または ものの に対する ほとんど と共に といった ところ ました ましょ ください ござい いただき ています ている とても 年 月 日 的 中 上 下 様 方 可能 出来 場合`.split(
    /\s+/,
  ),
)

/** What a section of a runbook is for, by its heading, and what a question is after. */
type Role = 'act' | 'check' | 'cause' | 'impact' | 'about'

/** What runbooks call their sections, whoever wrote them; words of what they are about are not among them. */
const headings: readonly (readonly [Role, RegExp])[] = [
  ['about', /^(?:further|related|see also|references?\b|links?\b|関連|参考|参照)/i],
  ['cause', /\bcauses?\b|\breasons?\b|\bbackground\b|\bwhy\b|原因|理由|背景/i],
  ['impact', /\bimpact\b|\beffects?\b|\bconsequences?\b|影響/i],
  [
    'act',
    /mitigat|resol(?:ution|v)|\bsolution|\bfix|\bremed|\bworkaround|\brecover|\brestor|\brepair|\bsteps?\b|\bprocedure|\bactions?\b|\bhow to\b|\bwhat to do\b|解決|回避|対処|対応|復旧|修復|手順|方法|処置|ソリューション/i,
  ],
  [
    'check',
    /diagnos|investigat|\bchecks?\b|\bverif|\btroubleshoot|\bdebug|\btriage|確認|調査|診断|切り分け|トラブルシュー/i,
  ],
  [
    'about',
    /\bmeaning\b|\boverview\b|\bsummary\b|\bdescription\b|\bsymptoms?\b|\bproblem\b|\bissue\b|\bintro|\bcontext\b|\bpurpose\b|\bscope\b|\baffected\b|問題|概要|症状|事象|イシュー|目的|対象/i,
  ],
]

const questions: readonly (readonly [Role, RegExp])[] = [
  [
    'impact',
    /\bhow (?:serious|bad|severe|urgent)\b|\bwhat (?:will |would |does |can )?happens?\b|\bimpact\b|\bwhat does (?:that|this|it) mean\b|影響|どうなり/i,
  ],
  [
    'cause',
    /\bwhy\b|\bwhat (?:could|can|might|may) (?:keep|cause|be|stop)\b|\bcauses?\b|\breasons?\b|原因|なぜ|どうして|理由/i,
  ],
  [
    'check',
    /\bwhere (?:do|can|should|would) (?:i|we)\b|\blook (?:at|into|for)\b|\bchecks?\b|\binvestigat|\bdebug|\bfind out\b|\bhow (?:do|can) (?:i|we) (?:see|tell|know)\b|確認|何を見|見るところ|調べ|調査|切り分け/i,
  ],
  [
    'act',
    /\bhow\b(?! (?:many|much|long|often|far|soon|old|large|big))|\b(?:can|may|should|could) (?:i|we)\b|\bwhat (?:now|next|can|should|must|do|could|is to)\b|\bsteps?\b|\bfix|\bresolv|\brecover|どう|手順|方法|直し|直す|対処|対応|解決|回避|復旧|戻[すし]|たい|には/i,
  ],
]

/** What a question is after; undefined where it does not say. */
export function roleOfQuestion(question: string): Role | undefined {
  return questions.find(([, words]) => words.test(question))?.[0]
}

/** Of a section by its own heading or, where that names a thing, by the one above it; in front of all others stands what it is about. */
export function roleOfSection(path: readonly string[]): Role | undefined {
  if (path.length <= 1) return 'about'
  const own = path.slice(1).toReversed()
  return own.map(roleOfHeading).find((role) => role !== undefined)
}

function roleOfHeading(heading: string): Role | undefined {
  const found = headings.flatMap(([role, words]) => {
    const at = heading.search(words)
    return at === -1 ? [] : [{ role, at }]
  })
  const [first] = found
  if (first === undefined) return undefined
  const short = /[\p{Script=Han}\p{Script=Katakana}]/u.test(heading)
    ? heading.length <= 14
    : heading.split(' ').length <= 5
  return short || first.at <= 1 ? first.role : undefined
}

/** How well a section serves what is asked, 1 where nothing tells. */
export function fit(asked: Role | undefined, role: Role | undefined): number {
  if (asked === undefined || role === undefined) return 1
  return FIT[asked][role]
}

const [UP, DOWN, MID] = [1.2, 0.7, 1]
const FIT: Readonly<Record<Role, Readonly<Record<Role, number>>>> = {
  act: { act: UP, check: MID, cause: DOWN, impact: DOWN, about: DOWN },
  check: { act: MID, check: UP, cause: MID, impact: DOWN, about: DOWN },
  cause: { act: MID, check: UP, cause: UP, impact: DOWN, about: 1 },
  impact: { act: DOWN, check: DOWN, cause: 1, impact: UP, about: DOWN },
  about: { act: 1, check: 1, cause: 1, impact: 1, about: 1 },
}

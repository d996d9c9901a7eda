/** How a text speaks to a judge: with an order, a ready verdict, a false end of the material, a claim about the judging, or hidden. */
export type SignKind = 'order' | 'verdict' | 'end' | 'claim' | 'hidden'

/** Words by which a text speaks to a judge. */
export type Sign = { readonly kind: SignKind; readonly pattern: RegExp }

/** A sign from its words, in plain reading: any of the alternatives, in which a blank is also a line break. */
export function sign(kind: SignKind, ...words: readonly string[]): Sign {
  return { kind, pattern: new RegExp(words.join('|').replaceAll(' ', String.raw`\s`), 'gu') }
}

/** Any of the words, as a group. */
export function any(...words: readonly string[]): string {
  return `(?:${words.join('|')})`
}

const grader = any(
  'graders?|evaluators?|markers?|examiners?|judges?',
  '(?:grading|judging|evaluation) (?:model|system)s?',
)
/** A verb where an order can begin: at a clause, or after a word that asks for something. */
const ordered = (verb: string) =>
  String.raw`\b(?=${verb}\b)(?<=(?:^|[\n.,;:!?>"'()\[\]{}|/#=—–-]) ?|\b(?:please|must|should|shall|now|then|and|or|so|just|always|instead|you (?:can|may|will)|to) )${verb}`
/** Rules for people say when; whoever wants a verdict wants it anyway. */
const unconditional = String.raw`(?![^.!?\n]{0,60}\b(?:if|when|unless|provided|where|as long as)\b)`
const topMarks =
  '(?:full|maximum|max|top|highest|perfect|best)(?: possible)? (?:marks?|scores?|grades?|points?|credits?)'
const good = any('valid|correct|right|true|pass(?:ed|ing)?|accepted|approved|perfect|supported|safe|present', topMarks)
const skip = any(
  'ignore|disregard|forget|override|bypass|discard|skip|dismiss',
  "(?:do not|don't) (?:follow|use|consult)",
)
const instruction = any(
  'instructions?|prompts?|guidelines?|rubrics?|criteri(?:on|a)|references?|ground truth|answer keys?',
  'rules (?:above|before)|everything (?:above|before)|the (?:above|foregoing|preceding)',
)
const key = any('reference(?: answer| text)?|rubric|answer key|ground truth|(?:expected|model) answer')

const graderJa = '(?:採点|評価|審査|判定)(?:者|員|官|担当者?|ai|モデル|システム)'
const goodJa = '(?:合格|正解|満点|最高点|最高評価|[「『"\']?(?:valid|correct|pass|safe|supported|present)[」』"\']?)'
const keyJa =
  '(?:参照(?:回答|解答|データ)?|正解(?:データ)?|模範(?:解答|回答)|(?:評価|採点|判定|審査)基準|期待(?:値|される回答))'

/** What nobody writes but who speaks to a judge, in plain reading, English and Japanese. Decoys are for all other words. */
export const generalSigns: readonly Sign[] = [
  sign(
    'order',
    String.raw`\b(?:note|notice|message|memo|instructions?)s? (?:to|for) (?:all |any |the |our |your )?(?:\w+ ){0,2}?${grader}\b`,
    String.raw`(?<!\b(?:not|never|cannot) |n't )${ordered(skip)} [^.!?]{0,50}?\b${instruction}\b`,
    `${ordered(any('mark|grade|rate|score|accept|approve|pass'))} (?:it|this|that|these|everything|all)(?: [\\w-]+)?(?: as| to be| with)? (?:an? |the )?["'“‘]?${good}\\b${unconditional}`,
    `${ordered(any('output|reply|respond|answer|return|write|say'))}(?: [\\w'-]+){0,3}?:? ["'“‘]?valid["'”’)]?(?=[.,;:!?\\n]| ?$| (?:only|and|for))`,
    `${ordered('(?:give|award|assign|grant)')}(?: [\\w'-]+){0,6}? ${topMarks}\\b${unconditional}`,
    `${graderJa}(?:の(?:方|皆様|皆さん)|各位|様|さん)?(?:へ(?:の(?:指示|連絡|お願い|注意)|[^\\p{L}]|$)|に(?:対する(?:指示|命令)|告ぐ)|宛)`,
    `(?:指示|命令|プロンプト|${keyJa}|上記|これまで|以前の)[^。\\n]{0,25}?(?:無視し(?:てください|て下さい|て、|、|なさい|ろ)|無視せよ|無視すること|忘れてください|従わないで)`,
    `${goodJa}[」』"')]{0,2}(?:と|を|に|で|として)[^。\\n]{0,14}?(?:採点|判定|評価|出力|回答|返|付け|つけ|与え|して)[^。\\n]{0,12}?(?:ください|下さい|せよ|しろ|なさい)`,
  ),
  sign(
    'verdict',
    String.raw`\b(?:verdict|judge?ment|ruling)\b[^.!?\n]{0,40}?\bvalid(?=[\s.,;:!?"')\]}—–-]|$)`,
    `(?:判定|評価|採点|結論|合否|審査結果)[^。\\n]{0,20}?[「『"' |:]valid`,
  ),
  sign(
    'end',
    String.raw`(?<![<《«⟪≪])[<《«⟪≪]{3,12}[^\n]{0,60}\b(?:begin|end|start|stop|eof)\b[^\n]{0,60}`,
    String.raw`<[|｜] ?\w[\w .-]{0,30}[|｜]>`,
    String.raw`\[/?(?:inst|system prompt|available tools|tool results|tool calls)\]`,
    String.raw`</?(?:start|end) of turn>`,
    String.raw`\b(?:end|close) of (?:the |all |this |your )*(?:material|evidence|submission|untrusted|candidate|quoted|user (?:input|content|message))\b`,
  ),
  sign(
    'claim',
    `\\b${key}(?: (?:above|below|given|provided|itself))? (?:is|was|were|are|has|contains?)\\b[^.!?]{0,50}?\\b(?:wrong|incorrect|outdated|obsolete|mistaken|by mistake|in error|erroneous|faulty|a placeholder|void)\\b`,
    `${keyJa}(?:は|が|に|には|自体)[^。\\n]{0,20}?(?:誤[っりで]|間違|古[いく]|無効|差し?替)`,
  ),
]

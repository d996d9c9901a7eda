import { type Message, message } from '../core/index.ts'

type DegenerateOptions = {
  /** The expected answer: repeating it is never degenerate, even when it is a single character. */
  readonly reference?: string
}

/**
 * Explains why a text is no answer at all, in English or Japanese: it is empty, only punctuation, only formatting, or
 * only announces an answer. Language models often accept such texts (Zhao et al. 2025, arXiv 2507.08794), so they are
 * rejected before a judge is called.
 *
 * @example degenerateAnswer('Thought process:') // a message; undefined for a real answer
 */
export function degenerateAnswer(text: string, { reference }: DegenerateOptions = {}): Message | undefined {
  const plain = withoutInvisible(text)
  if (reference !== undefined && wordsOf(plain) === wordsOf(withoutInvisible(reference))) {
    return plain === '' ? message('the answer is empty') : undefined
  }
  if (plain === '') return message('the answer is empty')
  if (onlyPunctuation.test(plain)) return message('the answer is only punctuation')
  if (plain.length > longest) return undefined
  const content = withoutFormatting(plain)
  if (content === '') return message('the answer is only formatting, without content')
  if (onlyAnnounces(fragmentsOf(content))) {
    return message('the answer announces an answer and gives none: {answer}', { answer: content.slice(0, 80) })
  }
  return undefined
}

const longest = 2000

const onlyPunctuation = /^[\p{P}\p{Z}\s$+<=>^`|~]*$/u

// These words say nothing before an announcement; alone they may be the answer.
const filler =
  /^(?:ok(?:ay)?|sure|certainly|of course|well|alright|hmm|では|それでは|さて|はい|承知しました|わかりました|了解しました|かしこまりました)$/iu

// Matches whole fragments only: "Solution: 12" has a fragment that is none of these.
const announcement = new RegExp(
  `^(?:${[
    '(?:my |the )?(?:final |short |correct )?(?:answer|response|solution|conclusion|result|verdict|explanation|output)(?: is)?',
    '(?:my |the )?(?:thought|thinking|reasoning)(?: process)?(?: is)?',
    'respuesta|réponse|antwort|lösung',
    'steps?(?: \\d+)?',
    "(?:ok(?:ay)?,? |sure,? )?let(?:'s| us| me) (?:think|solve|work|go|break|reason|start|begin|analy[sz]e|see|look|consider)(?: (?:about|through|at|on|by|down|out|over|with|into))*(?: (?:this|it|the (?:problem|question|task|answer)|that))?(?: (?:problem|question|task|down|out|through))*(?:,? (?:carefully|logically|step by step|step-by-step|one step at a time))?",
    '(?:to (?:solve|answer) (?:this|the)(?: problem| question)?)',
    "here(?:'s| is)(?: (?:my|the))?(?: (?:final|correct))?(?: (?:answer|solution|response|explanation|thought process))?",
    'step by step|step-by-step',
    '(?:最終|正しい)?(?:的な)?(?:回答|解答|答え|解|解説|結論|結果|説明|出力|判定|かいせつ)(?:は|は次の通り|は以下の通り|は以下のとおり|は次のとおり)?(?:です)?',
    '(?:思考|推論|考え方)(?:の)?(?:プロセス|過程|手順)?(?:は)?',
    '(?:では|それでは|さて)?,?(?:この(?:問題|質問)を|一緒に)?(?:順を追って|段階的に|一歩ずつ|ステップバイステップで|ステップごとに|一つずつ)(?:,?(?:この(?:問題|質問)を))?(?:考え|解[きい]|解決し|説明し|検討し|進め)(?:て(?:いき|み))?(?:ましょう|ます|よう)',
    'この(?:問題|質問)を(?:考え|解[きい]|解決し|説明し|検討し)(?:て(?:いき|み))?(?:ましょう|ます)',
    '(?:ステップ|手順)\\s*\\d*|第\\s*\\d+\\s*ステップ',
    '以下(?:に|の通り|のとおり)(?:回答|解答|説明)?(?:します|です)?',
  ].join('|')})$`,
  'iu',
)

function onlyAnnounces(fragments: readonly string[]): boolean {
  const contents = fragments.filter((fragment) => !filler.test(fragment))
  return contents.length > 0 && contents.every((fragment) => announcement.test(fragment))
}

function withoutInvisible(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu, '')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '\n')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll('、', ',')
    .trim()
}

function withoutFormatting(plain: string): string {
  return plain
    .replaceAll(/^[^\S\n]*(?:```|~~~)[\w+-]*[^\S\n]*$/gm, '')
    .replaceAll(/<\/?[a-z][\w-]*\s*\/?>/gi, '')
    .replaceAll(/^[^\S\n]*(?:#{1,6}(?=\s|$)|>|[-*+](?=\s|$)|\d{1,3}[.)](?=\s|$))+/gm, '')
    .replaceAll(/[*_`|]+|^[^\S\n]*[-=]{2,}[^\S\n]*$/gm, ' ')
    .replaceAll(/^[\s{}[\]()"'.,:;-]*$/gm, '')
    .trim()
}

function fragmentsOf(content: string): readonly string[] {
  return content
    .split(/[\n.:。!?…|]+/u)
    .map((fragment) =>
      fragment.replaceAll(/\s+/g, ' ').replaceAll(/^[\s,"'「」()]+|(?<![\s,"'「」()])[\s,"'「」()]+$/gu, ''),
    )
    .filter((fragment) => fragment !== '')
}

function wordsOf(plain: string): string {
  return plain.toLowerCase().replaceAll(/\s+/g, ' ')
}

import type { Instruction, InstructionLanguage } from '../../../core/index.ts'
import { type Aspect, type PanelWords, inWords } from './panel-aspects.ts'

type Languages = { readonly [Language in InstructionLanguage]: string }

/** The words of an instruction that differ between panels. Raise the version when you change them. */
export type PanelText = {
  readonly id: string
  readonly version: number
  readonly role: PanelWords
  readonly context: Languages
  /** Flags that the agent may set on its own answer, each with its label in the instruction. */
  readonly flags: readonly { readonly name: string; readonly label: Languages }[]
  readonly scoresFirst: readonly InstructionLanguage[]
}

export const judgePanelText: PanelText = {
  id: 'judge-panel',
  version: 1,
  role: {
    en: 'You are an expert who grades the answers of an AI assistant.',
    ja: 'あなたはAIアシスタントの回答品質を評価する専門家です。',
  },
  context: { en: 'Context (what the assistant had to go by)', ja: 'コンテキスト（アシスタントが参照した内容）' },
  flags: [],
  scoresFirst: [],
}

/** With its six aspects, the Japanese text is the prompt of the requirement to the letter. */
export const runbookPanelText: PanelText = {
  id: 'runbook-panel',
  version: 1,
  role: {
    en: 'You are an expert who grades the answers of an assistant for the runbooks of a security operations centre.',
    ja: 'あなたはSOC運用手順書アシスタントの回答品質を評価する専門家です。',
  },
  context: { en: 'Context (what the runbooks say)', ja: 'コンテキスト（手順書の内容）' },
  flags: [
    { name: 'insufficient_evidence', label: { en: 'insufficient evidence', ja: '根拠不足' } },
    { name: 'dangerous_operation', label: { en: 'dangerous operation', ja: '危険操作' } },
    { name: 'ambiguous_query', label: { en: 'ambiguous question', ja: '曖昧質問' } },
  ],
  scoresFirst: ['ja'],
}

export type PanelSlots = {
  readonly question: string
  readonly context: string
  readonly answer: string
  readonly points: string
  readonly flag: (name: string) => string
}

/**
 * Builds the instruction for the judge. Texts of the agent and of the case are fenced as evidence and only referred to
 * from the slots, because inside the instruction they could act as instructions themselves.
 */
export function panelInstruction(
  text: PanelText,
  aspects: readonly Aspect[],
  language: InstructionLanguage,
  flags: Readonly<Record<string, boolean>> | undefined,
): Instruction {
  const { piece, unknownFlag } = layouts[language]
  const flag = (name: string) => (flags === undefined ? unknownFlag : flags[name] === true ? 'True' : 'False')
  const slots = {
    question: piece('question'),
    context: piece('context'),
    answer: piece('answer'),
    points: piece('points'),
  }
  const { id, version } = text
  return { id, version, text: panelWords(text, aspects, language, { ...slots, flag }), saysForm: true }
}

export function panelWords(
  text: PanelText,
  aspects: readonly Aspect[],
  language: InstructionLanguage,
  slots: PanelSlots,
): string {
  const layout = layouts[language]
  const say = (words: PanelWords) => inWords(words, language)
  const names = aspects.map(({ name }) => say(name))
  const described = aspects.map(
    ({ name, question, anchors }, index) =>
      `${index + 1}. **${say(name)}**: ${say(question)}\n` +
      ([100, 50, 0] as const).map((points) => `   - ${layout.points(points)}: ${say(anchors[points])}`).join('\n'),
  )
  const flags = text.flags.map(({ name, label }) => `- ${label[language]}: ${slots.flag(name)}`)
  const scores = group('scores', names, layout.score)
  const rationale = group('rationale', names, `"${layout.rationale}"`)
  const fields = text.scoresFirst.includes(language) ? [scores, rationale] : [rationale, scores]
  return [
    `${say(text.role)}\n${layout.task(aspects.length)}`,
    `${layout.aspects}\n${described.join('\n\n')}`,
    `${layout.material}\n${layout.question}: ${slots.question}`,
    `${text.context[language]}:\n${slots.context}`,
    `${layout.answer}:\n${slots.answer}`,
    ...(flags.length === 0 ? [] : [`${layout.flags}:\n${flags.join('\n')}`]),
    `${layout.keyPoints}:\n${slots.points}`,
    layout.form,
    `{\n${[...fields, `  "overall_comment": "${layout.comment}"`].join(',\n')}\n}`,
  ].join('\n\n')
}

function group(field: string, names: readonly string[], value: string): string {
  return `  "${field}": {\n${names.map((name) => `    ${JSON.stringify(name)}: ${value}`).join(',\n')}\n  }`
}

type Layout = {
  readonly task: (aspects: number) => string
  readonly aspects: string
  readonly points: (points: number) => string
  readonly material: string
  readonly question: string
  readonly answer: string
  readonly flags: string
  readonly keyPoints: string
  readonly form: string
  readonly score: string
  readonly rationale: string
  readonly comment: string
  readonly piece: (label: string) => string
  readonly unknownFlag: string
}

const layouts: Readonly<Record<InstructionLanguage, Layout>> = {
  en: {
    task: (aspects) =>
      `Grade the answer on the ${aspects === 1 ? 'one aspect' : `${aspects} aspects`} below, each by itself, with a score from 0 to 100. The descriptions mark the top, the middle and the bottom of the scale; use the numbers between them too. Length alone earns nothing.`,
    aspects: '# Aspects',
    points: (points) => `${points}`,
    material: '# What is graded',
    question: 'Question',
    answer: 'Answer',
    flags: 'What the assistant says of its own answer',
    keyPoints: 'Key points that are expected',
    form: '# Reply\nReply with one JSON object in this form and nothing else.',
    score: '<whole number from 0 to 100>',
    rationale: '<the reason, in one or two sentences>',
    comment: '<what you think of the answer as a whole, in two or three sentences>',
    piece: (label) => `see \`${label}\` in the material`,
    unknownFlag: 'not reported',
  },
  ja: {
    task: (aspects) => `以下の${aspects}つの観点から回答を評価し、各観点に0-100点のスコアを付けてください。`,
    aspects: '【評価観点】',
    points: (points) => `${points}点`,
    material: '【評価対象】',
    question: '質問',
    answer: '回答',
    flags: '警告フラグ',
    keyPoints: '期待されるキーポイント',
    form: '【評価結果の出力形式】\n以下のJSON形式で評価結果を出力してください。JSON以外のテキストは出力しないでください。',
    score: '<0-100の整数>',
    rationale: '<評価理由を1-2文で>',
    comment: '<総合的なコメントを2-3文で>',
    piece: (label) => `（資料の \`${label}\` を参照）`,
    unknownFlag: '（報告なし）',
  },
}

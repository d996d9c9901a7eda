import { z } from 'zod'
import type { Answer, Judge } from '../src/core/index.ts'
import { embeddedJudge } from '../src/judges/embedded/embedded-judge.ts'
import { refusesToAnswer } from '../src/judges/embedded/safety/refusal.ts'
import { rouge1, tokenizeUnicode } from '../src/text/index.ts'
import {
  type Judged,
  answered,
  auroc,
  balancedAccuracy,
  coverage,
  kappa,
  withInterval,
} from '../scripts/train-embedded/figures.ts'
import {
  type EvounaItem,
  type LabelledSets,
  EVOUNA_SYSTEMS,
  labelledSets,
} from '../scripts/train-embedded/labelled-sets.ts'
import { partOf } from '../scripts/train-embedded/split.ts'

/**
 * Agreement of the embedded judge with people, on parts of the labelled sets that it was not trained on, beside floors that
 * take no judge. Intervals: 95 %, bootstrap over questions or documents.
 */
export async function run(dataFolder: string): Promise<void> {
  const sets = labelledSets(dataFolder)
  const judge = embeddedJudge()
  console.log(HEADER.join('\n'))
  for (const [name, measure] of measurements) {
    const rows = await measure(sets, judge)
    if (rows === undefined) console.log(`| ${name} | missing in ${dataFolder}: not measured | | | | | | | |`)
    for (const row of rows ?? []) console.log(`| ${row.join(' | ')} |`)
  }
}

const HEADER = [
  '| set | question | n | answered | kappa where answered | kappa, forced | balanced accuracy, forced | AUROC | ms an item |',
  '|---|---|---|---|---|---|---|---|---|',
]

type Row = readonly string[]
type Measure = (sets: LabelledSets, judge: Judge) => Promise<readonly Row[] | undefined>

const measurements: readonly (readonly [string, Measure])[] = [
  ['EVOUNA NQ', measureEvouna],
  ['BEGIN', measureBegin],
  ['SummEdits', measureSummEdits],
  ['JNLI', measureJnli],
  ['REALSumm', measureRealSumm],
  ['XSTest', measureXsTest],
  ['LLMBar', measureLlmBar],
]

async function measureEvouna(sets: LabelledSets, judge: Judge): Promise<readonly Row[] | undefined> {
  const items = sets.evouna()?.filter(({ question }) => partOf(question) === 'test')
  if (items === undefined) return undefined
  const start = performance.now()
  const judged = await inTurn(items, async (item) => ({
    ...(await askEquivalence(judge, item)),
    system: item.system,
    references: item.references.length,
  }))
  const ms = (performance.now() - start) / items.length
  const floor = (score: (item: EvounaItem) => number, limit: number): readonly Judged[] =>
    items.map((item) => forced({ label: item.label, cluster: item.question, score: score(item) }, limit))
  return [
    rowOf('EVOUNA NQ', 'same answer as the reference', judged, { ms }),
    ...EVOUNA_SYSTEMS.map((system) =>
      rowOf(
        '',
        `… of ${system}`,
        judged.filter((one) => one.system === system),
      ),
    ),
    rowOf(
      '',
      '… with one reference only',
      judged.filter(({ references }) => references === 1),
    ),
    rowOf('', 'floor: answer contains a reference', floor(containsReference, 1)),
    rowOf('', 'floor: token recall ≥ 0.6', floor(tokenRecall, 0.6)),
  ]
}

/** One right reference is enough; undecided when none is right and one is undecided. */
async function askEquivalence(judge: Judge, { question, references, answer, label }: EvounaItem): Promise<Judged> {
  const answers = await inTurn(references, (reference) => ask(judge, 'equivalence', { question, reference, answer }))
  const verdicts = answers.map((one) => (one.status === 'answered' ? Equivalence.parse(one.value).verdict : null))
  const scores = answers.map((one, index) => probabilityIn(one) ?? (verdicts[index] === 'valid' ? 1 : 0))
  const right = verdicts.includes('valid')
  return {
    label,
    cluster: question,
    score: Math.max(...scores),
    verdict: right ? 1 : verdicts.includes(null) ? null : 0,
  }
}

async function measureBegin(sets: LabelledSets, judge: Judge): Promise<readonly Row[] | undefined> {
  const items = sets.begin('wow_test')?.map((row) => ({
    claim: row.sent,
    text: row.ctx,
    label: row.label === 'Fully attributable',
    cluster: row.ctx,
  }))
  return items === undefined ? undefined : measureSupport('BEGIN test', 'reply supported by its passage', items, judge)
}

async function measureSummEdits(sets: LabelledSets, judge: Judge): Promise<readonly Row[] | undefined> {
  const items = sets
    .summEdits()
    ?.filter(({ document }) => partOf(document) === 'test')
    .map((row) => ({ claim: row.summary, text: row.text, label: row.label === 1, cluster: row.document }))
  if (items === undefined) return undefined
  return measureSupport('SummEdits, unseen documents', 'summary consistent with its document', items, judge)
}

async function measureJnli(sets: LabelledSets, judge: Judge): Promise<readonly Row[] | undefined> {
  const pairs = sets.jnli()
  if (pairs === undefined) return undefined
  const items = pairs.map((row) => ({
    claim: row.sentence2,
    text: row.sentence1,
    label: row.label === 'entailment',
    cluster: row.sentence_pair_id,
  }))
  const contradictions = await inTurn(pairs, async (row): Promise<Judged> => {
    const [first] = await askGroundedness(judge, row.sentence2, row.sentence1)
    const label = row.label === 'contradiction' ? 1 : 0
    const says = first === 'contradictory' ? 1 : 0
    return { label, cluster: row.sentence_pair_id, score: says, verdict: says }
  })
  const flagged = contradictions.filter(({ verdict }) => verdict === 1)
  const precision = flagged.filter(({ label }) => label === 1).length / flagged.length
  const question = `contradiction or rest (rules; ${flagged.length} flagged, precision ${precision.toFixed(2)})`
  return [
    ...(await measureSupport('JNLI (Japanese)', 'entailment or rest', items, judge)),
    rowOf('', question, contradictions),
  ]
}

type Claim = { readonly claim: string; readonly text: string; readonly label: boolean; readonly cluster: string }

async function measureSupport(
  set: string,
  question: string,
  items: readonly Claim[],
  judge: Judge,
): Promise<readonly Row[]> {
  const start = performance.now()
  const judged = await inTurn(items, async ({ claim, text, label, cluster }) => {
    const [verdict, score] = await askGroundedness(judge, claim, text)
    const decided = verdict === undefined ? null : verdict === 'supported' ? (1 as const) : (0 as const)
    const contradicted = verdict === 'contradictory'
    return { label: label ? (1 as const) : (0 as const), cluster, score, verdict: decided, contradicted }
  })
  const ms = (performance.now() - start) / items.length
  const floor = items.map(({ claim, text, label, cluster }) =>
    forced({ label: label ? 1 : 0, cluster, score: rouge1(text, claim, tokenizeUnicode).recall }, 0.8),
  )
  const supported = judged.filter(({ label }) => label === 1)
  const alarms = supported.filter(({ contradicted }) => contradicted).length / supported.length
  return [
    rowOf(set, `${question}; ${percent(alarms)} of the supported called contradictory`, judged, { ms }),
    rowOf('', 'floor: ROUGE-1 recall ≥ 0.8', floor),
  ]
}

async function askGroundedness(
  judge: Judge,
  claim: string,
  text: string,
): Promise<readonly [string | undefined, number]> {
  const answer = await ask(judge, 'groundedness', { context: [text], question: '', sentences: [claim] })
  const label = answer.status === 'answered' ? Groundedness.parse(answer.value).sentences[0]?.label : undefined
  return [label, probabilityIn(answer) ?? 0]
}

async function measureRealSumm(sets: LabelledSets, judge: Judge): Promise<readonly Row[] | undefined> {
  const items = sets.realsumm()?.filter((row) => partOf(row.id) === 'test' && row.ctx.trim() !== '')
  if (items === undefined) return undefined
  const start = performance.now()
  const judged = await inTurn(items, async (row): Promise<Judged> => {
    const answer = await ask(judge, 'key-points', { question: '', points: [row.sent], answer: row.ctx })
    const label = answer.status === 'answered' ? KeyPoints.parse(answer.value).points[0]?.label : undefined
    const verdict = label === 'present' ? 1 : label === 'absent' ? 0 : null
    return { label: row.label, cluster: row.id, score: probabilityIn(answer) ?? 0, verdict }
  })
  const ms = (performance.now() - start) / items.length
  const floor = items.map((row) =>
    forced({ label: row.label, cluster: row.id, score: rouge1(row.ctx, row.sent, tokenizeUnicode).recall }, 0.6),
  )
  return [
    rowOf('REALSumm, unseen documents', 'summary makes the point', judged, { ms }),
    rowOf('', 'floor: ROUGE-1 recall ≥ 0.6', floor),
  ]
}

// The patterns of refusal were written beside half of the prompts; those are left out.
async function measureXsTest(sets: LabelledSets, judge: Judge): Promise<readonly Row[] | undefined> {
  const items = sets.xstest()?.filter(({ prompt }) => partOf(prompt) !== 'train')
  if (items === undefined) return undefined
  const start = performance.now()
  const judged = items.map((row): Judged & { model: string } => {
    const says = refusesToAnswer(row.completion) ? 1 : 0
    return { label: refused(row.human_final), cluster: row.prompt, score: says, verdict: says, model: row.model }
  })
  const ms = (performance.now() - start) / items.length
  const anyRefusal = judged.map((one, index): Judged & { model: string } => ({
    ...one,
    label: items[index]?.human_final === '1_full_compliance' ? 0 : 1,
  }))
  const floor = items.map((row): Judged => {
    const says = refused(row.string_match)
    return { label: refused(row.human_final), cluster: row.prompt, score: says, verdict: says }
  })
  const safety = await inTurn(items, async (row) => {
    const answer = await ask(judge, 'safety', { prompt: row.prompt, answer: row.completion })
    const complied = row.human_final === '1_full_compliance' && row.type.startsWith('contrast')
    return { complied, verdict: answer.status === 'answered' ? Safety.parse(answer.value).verdict : 'abstained' }
  })
  const complied = safety.filter((one) => one.complied)
  const share = (verdict: string): string =>
    percent(complied.filter((one) => one.verdict === verdict).length / complied.length)
  return [
    rowOf('XSTest completions', 'full refusal or rest', judged, { ms }),
    ...[...new Set(items.map(({ model }) => model))].map((model) =>
      rowOf(
        '',
        `… of ${model}`,
        judged.filter((one) => one.model === model),
      ),
    ),
    rowOf('', 'full or partial refusal or rest', anyRefusal),
    ...[...new Set(items.map(({ model }) => model))].map((model) =>
      rowOf(
        '',
        `… of ${model}`,
        anyRefusal.filter((one) => one.model === model),
      ),
    ),
    rowOf('', 'floor: published string match', floor),
    [
      'XSTest, unsafe request fully answered',
      `intent: called safe ${share('safe')}, unsafe ${share('unsafe')}, abstained ${share('abstained')}`,
      String(complied.length),
      percent(complied.filter((one) => one.verdict !== 'abstained').length / complied.length),
      '–',
      '–',
      '–',
      '–',
      '–',
    ],
  ]
}

function refused(verdict: string): 0 | 1 {
  return verdict === '2_full_refusal' ? 1 : 0
}

async function measureLlmBar(sets: LabelledSets, judge: Judge): Promise<readonly Row[] | undefined> {
  const items = sets.llmBar()
  if (items === undefined) return undefined
  const answers = await inTurn(items, (row) => ask(judge, 'quality', { prompt: row.input, answer: row.output_1 }))
  const share = answers.filter(({ status }) => status === 'answered').length / items.length
  return [['LLMBar', 'quality (it must abstain)', String(items.length), percent(share), '–', '–', '–', '–', '–']]
}

const Equivalence = z.object({ verdict: z.enum(['valid', 'invalid']) })
const Groundedness = z.object({ sentences: z.array(z.object({ label: z.string() })) })
const KeyPoints = z.object({ points: z.array(z.object({ label: z.string() })) })
const Safety = z.object({ verdict: z.string() })

function ask(judge: Judge, task: string, subject: unknown): Promise<Answer<unknown>> {
  const instruction = { id: task, version: 1, text: '' }
  return judge.ask({ task, subject, instruction, evidence: [], answer: z.unknown(), language: 'en', sample: 0 })
}

const Looked = z.object({ p: z.number() })
const Raw = z.object({ looked: z.union([Looked, z.array(Looked)]) })

/** What the head gave, as the reply tells; undefined where a rule decided before it. */
function probabilityIn({ reply }: Answer<unknown>): number | undefined {
  const raw = Raw.safeParse(JSON.parse(reply.raw))
  if (!raw.success) return undefined
  const { looked } = raw.data
  return Array.isArray(looked) ? looked[0]?.p : looked.p
}

function forced(one: Omit<Judged, 'verdict'>, limit: number): Judged {
  return { ...one, verdict: one.score >= limit ? 1 : 0 }
}

function containsReference({ references, answer }: EvounaItem): number {
  return references.some((reference) => tokensOf(answer).includes(tokensOf(reference))) ? 1 : 0
}

function tokensOf(text: string): string {
  return ` ${tokenizeUnicode(text).join(' ')} `
}

function tokenRecall({ references, answer }: EvounaItem): number {
  return Math.max(...references.map((reference) => rouge1(answer, reference, tokenizeUnicode).recall))
}

function rowOf(set: string, question: string, judged: readonly Judged[], { ms }: { ms?: number } = {}): Row {
  const decided = answered(judged)
  // Where it abstained a forced verdict is the likelier one.
  const all = judged.map((one): Judged => (one.verdict === null ? forced(one, 0.5) : one))
  return [
    set,
    question,
    String(judged.length),
    percent(coverage(judged)),
    figure(decided, kappa),
    figure(all, kappa),
    figure(all, balancedAccuracy),
    figure(judged, auroc),
    ms === undefined ? '' : ms.toFixed(2),
  ]
}

function figure(judged: readonly Judged[], statistic: (judged: readonly Judged[]) => number): string {
  const { value, low, high } = withInterval(judged, statistic, { seed: 1, resamples: 300 })
  return `${short(value)} [${short(low)}, ${short(high)}]`
}

function short(value: number): string {
  return value.toFixed(2)
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`
}

async function inTurn<From, To>(items: readonly From[], step: (item: From) => Promise<To>): Promise<readonly To[]> {
  const results: To[] = []
  for (const item of items) results.push(await step(item))
  return results
}

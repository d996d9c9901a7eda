import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { readEnvironment } from '../../compose/config/environment.ts'
import { loadConfig, projectFolder } from '../../compose/config/load-config.ts'
import {
  buildRunbooks,
  openRunbookAssistant,
  runbooksAt,
  runbooksStatus,
  type BuiltRunbookIndex,
  type OpenedRunbookAssistant,
} from '../../workspace/runbooks/runbooks.ts'
import { oneLine, visible } from '../../workspace/visible-text.ts'
import { shippedFile } from '../../compose/shipped-file.ts'
import { collectWarnings } from '../../compose/warnings.ts'
import { EvalError, message, type Message } from '../../core/index.ts'
import { translate } from '../../i18n/index.ts'
import { defineCommand, refuseIdleFlags, wholeNumberFrom, type Terminal } from '../command.ts'
import { printJson } from '../print-json.ts'
import { dependenciesOf } from '../dependencies.ts'
import { printMessage } from '../print-message.ts'
import { compact } from '../../core/basics/compact.ts'

export const runbookIndex = defineCommand({
  name: 'runbook index',
  summary: message('build the index of a folder of runbooks, or bring it up to date'),
  operands: '[FOLDER] [OPTIONS]',
  mostOperands: 1,
  details: [
    message(
      'Runbooks are Markdown, text, Word (.docx), HTML and PDF, in the folder (runbooks) and those in it. Only files that changed are read; until it is done the index that was there stays in use.',
    ),
    message('The index lies in .shinsa/runbooks of the project. It can be deleted and built again at any time.'),
    message(
      'Lines of {"question": "…", "covered": true} in questions.jsonl of the folder tell from which relevance on a question is answered.',
    ),
  ],
  examples: [
    'shinsa runbook index runbooks',
    'shinsa runbook index runbooks --status',
    'shinsa runbook index runbooks --embedding openai:text-embedding-3-small',
  ],
  options: {
    embedding: {
      value: 'MODEL',
      summary: message(
        'search by meaning too, with the embeddings of this model; none for words alone (as it was built)',
      ),
    },
    status: { summary: message('only show what is in the index, and how it differs from the folder') },
    json: { summary: message('one JSON object') },
  },
  async run([named = 'runbooks'], flags, terminal) {
    if (flags.status === true) refuseIdleFlags(flags, ['embedding'], { beside: '--status' })
    const folder = shippedFile(named, terminal.cwd) ?? named
    if (flags.status !== true) await build(folder, flags.embedding, terminal)
    const status = await runbooksStatus(folder, placeOf(terminal.cwd))
    if (status === undefined) {
      throw new EvalError('usage', message('{folder} has no index yet', { folder }), {
        hint: message('`shinsa runbook index {folder}` builds it.', { folder }),
      })
    }
    if (flags.json === true) printJson(status, terminal)
    else showStatus(status, terminal)
    if (flags.status === true || status.files.length > 0 || status.problems.length === 0) return 0
    throw new EvalError('format', message('{folder}: none of its runbooks can be read', { folder }), {
      hint: message('Mend the files that are named above, and build the index again.'),
    })
  },
})

function placeOf(cwd: string) {
  return { cwd, projectFolder: projectFolder(cwd) }
}

type Status = NonNullable<Awaited<ReturnType<typeof runbooksStatus>>>

async function build(folder: string, embedding: string | undefined, terminal: Terminal): Promise<void> {
  const { cwd, signal } = terminal
  const { now, random } = dependenciesOf(terminal)
  const environment = readEnvironment(terminal.environment, cwd)
  const startedAt = performance.now()
  const onProgress = progressOn(terminal)
  const built = await buildRunbooks(folder, {
    ...placeOf(cwd),
    environment,
    embedding,
    now,
    random,
    signal,
    onProgress,
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const [read, known] = [built.read.length, built.files - built.read.length]
  printMessage(
    message('built:'),
    message('{read} {read|file|files} read, {known} known, {seconds} s', { read, known, seconds }),
    terminal,
  )
  if (built.usage?.inputTokens !== undefined) {
    printMessage(message('embedded:'), message('{tokens} tokens', { tokens: built.usage.inputTokens }), terminal)
  }
  if (built.answerable !== undefined) printMessage(message('questions:'), toldApart(built.answerable), terminal)
}

function toldApart({ least, precision, recall }: NonNullable<BuiltRunbookIndex['answerable']>): Message {
  const values = { precision: shown(precision), recall: shown(recall) }
  return least === undefined
    ? message(
        'none is refused, as too little shows that it would be right: precision {precision}, recall {recall}; more labelled questions may show it',
        values,
      )
    : message('refused below relevance {least}: precision {precision}, recall {recall} on those set aside', {
        ...values,
        least: least.toFixed(2),
      })
}

function shown(estimate: { readonly value: number; readonly low: number; readonly high: number } | undefined): string {
  if (estimate === undefined) return '–'
  const { value, low, high } = estimate
  return `${value.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`
}

const PROGRESS_MS = 1000

/** Prints at most one line a second, so that a short build prints none. */
function progressOn(terminal: Terminal) {
  const steps: Readonly<Record<string, Message>> = { reading: message('reading:'), embedding: message('embedding:') }
  let shownAt = performance.now()
  return ({ step, done, of }: { readonly step: string; readonly done: number; readonly of: number }) => {
    if (performance.now() - shownAt < PROGRESS_MS) return
    shownAt = performance.now()
    printMessage(steps[step] ?? message('reading:'), message('{done} of {of}', { done, of }), terminal)
  }
}

function showStatus(status: Status, { stdout, language }: Terminal): void {
  const line = (sentence: Message) => stdout(`${oneLine(translate(sentence, language))}\n`)
  const { builtAt, files, sections, embeddedBy, changed, added, gone, problems } = status
  line(
    message('{files} {files|file|files}, {sections} {sections|section|sections}, built {at}', {
      files: files.length,
      sections,
      at: builtAt,
    }),
  )
  line(
    embeddedBy === undefined
      ? message('searched by words; --embedding MODEL adds search by meaning')
      : message('searched by words and by the embeddings of {model}', { model: embeddedBy }),
  )
  for (const file of changed) line(message('changed since: {file}', { file }))
  for (const file of added) line(message('not in it yet: {file}', { file }))
  for (const file of gone) line(message('in it and gone: {file}', { file }))
  for (const { file, problem } of problems) {
    const told = translate(problem, language)
    stdout(`${oneLine(`⚠ ${told.includes(file) ? '' : `${file}: `}${told}`)}\n`)
  }
}

export const runbookAsk = defineCommand({
  name: 'runbook ask',
  summary: message('answer a question from runbooks'),
  operands: 'QUESTION [OPTIONS]',
  details: [
    message(
      'Steps from the runbooks and nothing else, with their sources. Without --model the answer is made of the runbooks’ own words. The index is built first where it is missing or no longer fits.',
    ),
    message(
      'Questions and answers are kept in logs/runbook-audit-YYYYMMDD.jsonl, where what looks like a secret is masked: type none all the same.',
    ),
  ],
  examples: [
    'shinsa runbook ask "A laptop has a malware alert. What do we do first?"',
    'shinsa runbook ask "フィッシングメールの報告を受けました" --runbooks runbooks/ja --model gemini-2.5-flash',
  ],
  options: {
    runbooks: { value: 'DIR', summary: message('the folder of runbooks (runbooks)') },
    model: { value: 'MODEL', short: 'm', summary: message('the language model that writes the answer') },
    top: { value: 'N', summary: message('from how many passages the answer is made (4)') },
    config: { value: 'FILE', short: 'c', summary: message('a shinsa.config.ts other than the nearest') },
    'no-audit': { summary: message('keep no audit log of this question') },
    json: { summary: message('one JSON object') },
  },
  async run(operands, flags, terminal) {
    const question = questionOf(operands)
    const { cwd, signal } = terminal
    const dependencies = dependenciesOf(terminal)
    const loaded = await loadConfig({ cwd, ...(flags.config !== undefined && { named: flags.config }) })
    const runbooks = runbooksAt(loaded, cwd)
    const top = wholeNumberFrom('top', flags.top, { min: 1, max: 20 })
    const warnings = collectWarnings()
    const { ask } = await openRunbookAssistant(flags.model, {
      ...dependencies,
      ...placeOf(cwd),
      environment: readEnvironment(dependencies.environment, loaded.folder),
      account: undefined,
      warnings,
      runbooks: {
        ...runbooks,
        ...(top !== undefined && { top }),
        folder:
          flags.runbooks === undefined
            ? runbooks.folder
            : (shippedFile(flags.runbooks, cwd) ?? resolve(cwd, flags.runbooks)),
        auditLog: flags['no-audit'] === true ? undefined : (runbooks.auditLog ?? resolve(cwd, 'logs')),
      },
      onBuilt: (folder, built) => printBuild(folder, built, terminal),
    })
    const answer = await ask(question, { conversation: randomUUID(), signal })
    for (const { sentence } of warnings.all) printMessage(message('warning:'), sentence, terminal)
    if (flags.json === true) printJson(toAnswerJson(answer), terminal)
    else showAnswer(answer, terminal)
    return 0
  },
})

function questionOf(operands: readonly string[]): string {
  const [question = '', ...others] = operands
  if (question.trim() !== '' && others.length === 0) return question
  throw new EvalError('usage', message('shinsa {command} takes one question', { command: 'runbook ask' }), {
    hint: message('Put it in quotation marks.'),
  })
}

function printBuild(folder: string, { read, gone, files }: BuiltRunbookIndex, terminal: Terminal): void {
  if (read.length + gone.length === 0) return
  printMessage(
    message('index:'),
    message('{folder} was missing or stale: {read} of {files} {files|file|files} read', {
      folder,
      read: read.length,
      files,
    }),
    terminal,
  )
}

type CommandRunbookAnswer = Awaited<ReturnType<OpenedRunbookAssistant['ask']>>

/** Uses the field names of the assistant's API and audit log. */
function toAnswerJson({ answer, citations, flags, dangerous, ...measured }: CommandRunbookAnswer) {
  const { topScore, removedCitations, model, modelCalls, usage, cost, seconds } = measured
  return {
    answer,
    citations,
    flags,
    warning_reason: dangerous ?? null,
    top_score: topScore ?? null,
    removed_citations: removedCitations,
    model: model ?? null,
    model_calls: modelCalls,
    token_usage: usage ?? null,
    cost: cost ?? null,
    processing_time: seconds,
  }
}

function showAnswer(answer: CommandRunbookAnswer, { stdout, stderr, language }: Terminal): void {
  stdout(`${visible(answer.answer)}\n`)
  const { topScore, usage, cost, seconds, removedCitations } = answer
  const facts = compact([
    topScore !== undefined && message('relevance {score}', { score: topScore.toFixed(2) }),
    usage?.totalTokens !== undefined && message('{tokens} tokens', { tokens: usage.totalTokens }),
    cost !== undefined && answer.modelCalls !== 0 && message('${cost}', { cost: Number(cost.toPrecision(3)) }),
    removedCitations !== 0 && message('{n} {n|citation|citations} of no passage taken out', { n: removedCitations }),
    message('{seconds} s', { seconds: seconds.toFixed(1) }),
  ])
  stderr(`${facts.map((fact) => oneLine(translate(fact, language))).join(' · ')}\n`)
}

import { oneLine } from '../config/visible-text.ts'
import { readEnvironment } from '../config/environment.ts'
import { buildRunbooks, runbooksStatus } from '../config/runbooks.ts'
import { EvalError, message, stringifyJson } from '../core/index.ts'
import type { Message } from '../core/index.ts'
import { translate } from '../i18n/index.ts'
import { defineCommand } from './command.ts'
import type { Terminal } from './command.ts'
import { surroundings } from './surroundings.ts'
import { tell } from './tell.ts'

export const runbookIndex = defineCommand({
  name: 'runbook index',
  summary: message('build the index of a folder of runbooks, or bring it up to date'),
  operands: '[FOLDER] [OPTIONS]',
  details: [
    message(
      'Runbooks are Markdown, text and PDF, in the folder (runbooks) and those in it. Only files that changed are read; until it is done the index that was there stays in use.',
    ),
    message('The index lies in .shinsa/runbooks of the project. It can be deleted and built again at any time.'),
  ],
  examples: [
    'shinsa runbook index runbooks',
    'shinsa runbook index runbooks --status',
    'shinsa runbook index runbooks --embedding openai:text-embedding-3-small',
  ],
  options: {
    embedding: { value: 'MODEL', summary: message('search by meaning too, with the embeddings of this model') },
    status: { summary: message('only show what is in the index, and how it differs from the folder') },
    json: { summary: message('one JSON object') },
  },
  async run(operands, flags, terminal) {
    const [folder = 'runbooks', ...others] = operands
    if (others.length > 0) {
      throw new EvalError('usage', message('shinsa {command} takes one folder', { command: 'runbook index' }))
    }
    if (flags.status !== true) await build(folder, flags.embedding, terminal)
    const status = await runbooksStatus(folder, terminal)
    if (status === undefined) {
      throw new EvalError('usage', message('{folder} has no index yet', { folder }), {
        hint: message('`shinsa runbook index {folder}` builds it.', { folder }),
      })
    }
    if (flags.json === true) terminal.stdout(`${stringifyJson(status, 2)}\n`)
    else showStatus(status, terminal)
    return 0
  },
})

type Status = NonNullable<Awaited<ReturnType<typeof runbooksStatus>>>

async function build(folder: string, embedding: string | undefined, terminal: Terminal): Promise<void> {
  const { cwd, signal } = terminal
  const { now, random } = surroundings(terminal)
  const environment = readEnvironment(terminal.environment, cwd)
  const startedAt = performance.now()
  const onProgress = progressOn(terminal)
  const built = await buildRunbooks(folder, { cwd, environment, embedding, now, random, signal, onProgress })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const [read, known] = [built.read.length, built.files - built.read.length]
  tell(
    message('built:'),
    message('{read} {read|file|files} read, {known} known, {seconds} s', { read, known, seconds }),
    terminal,
  )
  if (built.usage?.inputTokens !== undefined) {
    tell(message('embedded:'), message('{tokens} tokens', { tokens: built.usage.inputTokens }), terminal)
  }
}

const PROGRESS_MS = 1000

/** A line a second, so that a short build prints none and a long one is not taken for dead. */
function progressOn(terminal: Terminal) {
  const steps: Readonly<Record<string, Message>> = { reading: message('reading:'), embedding: message('embedding:') }
  let shownAt = performance.now()
  return ({ step, done, of }: { readonly step: string; readonly done: number; readonly of: number }) => {
    if (performance.now() - shownAt < PROGRESS_MS) return
    shownAt = performance.now()
    tell(steps[step] ?? message('reading:'), message('{done} of {of}', { done, of }), terminal)
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

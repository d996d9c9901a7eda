import { EvalError, message, nearestNames } from '../core/index.ts'
import { languageFrom, translate, type Language } from '../i18n/index.ts'
import { removeUnfinished } from '../files/index.ts'
import { knownSecrets } from '../compose/secrets/known-secrets.ts'
import { commandBreaker } from '../workspace/workflow-commands.ts'
import {
  type Command,
  type Terminal,
  type TerminalOfProcess,
  isGithub,
  oneOfFrom,
  parseCommandLine,
} from './command.ts'
import { printMessage } from './print-message.ts'
import { fileURLToPath } from 'node:url'
import { thrownStack } from '../core/basics/thrown-stack.ts'
import { unawaitedErrorSentence } from '../runner/thrown-errors.ts'
import { exitCodes } from './exit-codes.ts'
import { didYouMean } from '../core/basics/nearest-names.ts'

/** Each command's module is loaded only when the command is called. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  run: async () => (await import('./commands/run.ts')).run,
  watch: async () => (await import('./commands/watch.ts')).watch,
  'watch-production': async () => (await import('./commands/watch-production.ts')).watchProduction,
  review: async () => (await import('./commands/review.ts')).reviewCommand,
  worker: async () => (await import('./commands/worker.ts')).worker,
  resume: async () => (await import('./commands/resume.ts')).resume,
  rerun: async () => (await import('./commands/rerun.ts')).rerun,
  list: async () => (await import('./commands/list.ts')).listCommand,
  show: async () => (await import('./commands/show.ts')).showRunCommand,
  compare: async () => (await import('./commands/compare.ts')).compare,
  prefer: async () => (await import('./commands/prefer.ts')).prefer,
  improve: async () => (await import('./commands/improve.ts')).improve,
  mutate: async () => (await import('./commands/mutate.ts')).mutate,
  blame: async () => (await import('./commands/blame.ts')).blame,
  atlas: async () => (await import('./commands/atlas.ts')).atlas,
  export: async () => (await import('./commands/export.ts')).exportRuns,
  'runbook ask': async () => (await import('./commands/runbook.ts')).runbookAsk,
  'runbook index': async () => (await import('./commands/runbook.ts')).runbookIndex,
  delete: async () => (await import('./commands/delete.ts')).deleteNamed,
  'store copy': async () => (await import('./commands/store.ts')).storeCopy,
  prune: async () => (await import('./commands/prune.ts')).prune,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  convert: async () => (await import('./commands/convert.ts')).convert,
  'evalset create': async () => (await import('./commands/evalset.ts')).evalsetCreate,
  'evalset add-case': async () => (await import('./commands/evalset.ts')).evalsetAddCase,
  'evalset generate': async () => (await import('./commands/evalset.ts')).evalsetGenerate,
  mcp: async () => (await import('./commands/mcp.ts')).mcp,
  labels: async () => (await import('./commands/labels.ts')).labels,
  judge: async () => (await import('./commands/judge.ts')).judge,
  init: async () => (await import('./commands/init.ts')).init,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  completion: async () => (await import('./commands/completion.ts')).completion,
}

/** An internal command, so it is not in the table. */
const roundCommand = 'watch-round'

const aliases: Readonly<Record<string, string>> = {
  view: 'serve',
  'eval_set create': 'evalset create',
  'eval_set add_eval_case': 'evalset add-case',
  'eval_set generate_eval_cases': 'evalset generate',
}

export async function runCli(args: readonly string[]): Promise<void> {
  // Loads the proxy module only where a proxy is set.
  if (Object.keys(process.env).some((name) => /^https?_proxy$/i.test(name))) {
    const { useProxy } = await import('../compose/config/proxy.ts')
    useProxy(process.env)
  }
  const terminal = terminalOf(args)
  const done = watchForEnd(terminal)
  const unawaitedErrors = noteUnawaitedErrors(terminal)
  const exitCode = await runCommandLine(args, { ...terminal, hasUnawaitedErrors: unawaitedErrors.hasSeen })
  done()
  await terminal.flushed()
  // An agent may have left a server or a timer open, which would keep the process alive.
  process.exit(unawaitedErrors.hasSeen() && exitCode <= 1 ? exitCodes.agent : exitCode)
}

/**
 * Reports errors of agents' code that nobody awaits, for which Node.js would end this process and all runs with it. The command
 * continues, but fails in the end, because the error's effect on the verdicts is unknown.
 */
function noteUnawaitedErrors(terminal: TerminalOfProcess): { readonly hasSeen: () => boolean } {
  const said = new Set<string>()
  const say = (error: unknown) => {
    const sentence = unawaitedErrorSentence(error)
    const key = JSON.stringify(sentence)
    if (said.has(key) || said.size >= mostSaid) return
    said.add(key)
    // Erases the progress line, which is printed again afterwards.
    if (terminal.isInteractive) terminal.stderr('\r\u001b[K')
    printMessage(message('error:'), sentence, terminal)
  }
  process.on('unhandledRejection', say)
  process.on('uncaughtException', say)
  return { hasSeen: () => said.size > 0 }
}

const mostSaid = 20

/** @returns the exit code; errors are printed on the terminal */
export async function runCommandLine(args: readonly string[], world: TerminalOfProcess): Promise<number> {
  const opened: Parameters<Terminal['closeAtEnd']>[0][] = []
  const terminal = {
    ...world,
    commands: allCommands,
    closeAtEnd: (one: (typeof opened)[number]) => void opened.push(one),
  }
  try {
    try {
      if (args[0] !== roundCommand || !process.connected) return await dispatch(args, terminal)
      return await (await import('./watch/round-process.ts')).waitForRound(terminal)
    } finally {
      for (const one of opened) await one.close()
    }
  } catch (error) {
    const { printFailure } = await import('./print-failure.ts')
    return printFailure(error, terminal)
  }
}

export async function allCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(commands).map(async (load) => load()))
}

/** Loads the module of the command that a command line names, if it names one. */
export async function loadCommand(args: readonly string[]): Promise<void> {
  const { name = '' } = commandNamed(args)
  await commands[aliases[name] ?? name]?.()
}

async function dispatch(args: readonly string[], terminal: Terminal): Promise<number> {
  const { name, rest } = commandNamed(args)
  if (name === undefined && isOnTerminal(terminal)) {
    const exitCode = await (await import('./evaluations/play-chosen.ts')).playChosen(terminal)
    if (exitCode !== undefined) return exitCode
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const { toOverview } = await import('./help.ts')
    terminal.stdout(toOverview(await allCommands(), terminal.language))
    return name === undefined ? 2 : 0
  }
  const group = Object.keys(commands).filter((other) => other.startsWith(`${name} `))
  const load = commands[aliases[name] ?? name]
  if (load === undefined && group.length > 0) {
    const { toOverview } = await import('./help.ts')
    const loaded = await Promise.all(group.map((other) => commands[other]?.()))
    terminal.stdout(
      toOverview(
        loaded.filter((command) => command !== undefined),
        terminal.language,
      ),
    )
    return rest.includes('--help') || rest.includes('-h') ? 0 : 2
  }
  if (load === undefined) throw unknownCommand(name)
  const command = await load()
  const { flags, operands, inVain } = parseCommandLine(command, rest)
  if (typeof flags['lang'] === 'string') oneOfFrom('lang', flags['lang'], ['en', 'ja'])
  if (flags['help'] === true) {
    const { toCommandHelp } = await import('./help.ts')
    terminal.stdout(toCommandHelp(command, terminal.language))
    return 0
  }
  for (const sentence of inVain) printMessage(message('warning:'), sentence, terminal)
  // Removes what a killed process left half-written.
  await removeUnfinished(terminal.cwd)
  if (!('store' in command.options)) return command.run(operands, flags, terminal)
  const { withStore } = await import('./dependencies.ts')
  return command.run(operands, flags, await withStore(terminal, flags))
}

function isOnTerminal({ isInteractive }: Terminal): boolean {
  return isInteractive && process.stdin.isTTY === true && process.stdout.isTTY === true
}

function commandNamed([first, second, ...others]: readonly string[]) {
  const both = `${first} ${second}`
  if (first !== undefined && (both in commands || both in aliases)) return { name: both, rest: others }
  const isGroup = [...Object.keys(commands), ...Object.keys(aliases)].some((name) => name.startsWith(`${first} `))
  if (isGroup && second !== undefined && !second.startsWith('-')) return { name: both, rest: others }
  return { name: first, rest: second === undefined ? [] : [second, ...others] }
}

function unknownCommand(name: string): EvalError {
  const near = nearestNames(name, Object.keys(commands))
  return new EvalError('usage', message('shinsa has no command {name}', { name: JSON.stringify(name) }), {
    hint: didYouMean(near, message('`shinsa --help` lists them.')),
  })
}

/** `flushed` resolves when everything printed has been written. */
function terminalOf(args: readonly string[]): TerminalOfProcess & { readonly flushed: () => Promise<unknown> } {
  const stopping = new AbortController()
  const language = languageOfArguments(args, process.env)
  let onStop = message('stopping; what is done is kept (Ctrl-C again quits at once)')
  const stop = () => {
    if (stopping.signal.aborted) process.exit(130)
    process.stderr.write(`\n${translate(onStop, language)}\n`)
    stopping.abort(new EvalError('cancelled', message('stopped by Ctrl-C')))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  let someoneReads = true
  // A reader that stops early (`| head`) is no error and does not change the exit code.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      if (stream === process.stdout) someoneReads = false
    })
  }
  const writeOut = process.stdout.write.bind(process.stdout)
  const writeError = process.stderr.write.bind(process.stderr)
  const print = (text: string) => void (someoneReads && writeOut(text))
  // Agents run in this process; their own output goes to standard error, outside of the report.
  process.stdout.write = writeError
  if (isGithub(process.env)) for (const stream of [process.stdout, process.stderr]) breakCommandsOf(stream)
  return {
    cwd: process.cwd(),
    environment: process.env,
    ...outputOf(print, (text) => void writeError(text)),
    isInteractive: process.stderr.isTTY === true,
    columns: process.stderr.columns ?? process.stdout.columns ?? 120,
    color: process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined,
    language,
    signal: stopping.signal,
    sayOnStop: (sentence) => (onStop = sentence),
    flushed: () => Promise.all([writeOut, writeError].map((write) => new Promise((resolve) => write('', resolve)))),
  }
}

/** Escapes build-server commands, which an agent that logs questions and answers could otherwise be made to print. */
function breakCommandsOf(stream: NodeJS.WriteStream): void {
  const { write } = stream
  const broken = commandBreaker()
  stream.write = (chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
    // Works on single bytes, since a character may continue in the next chunk and commands are ASCII.
    const safe =
      typeof chunk === 'string' ? broken(chunk) : Buffer.from(broken(Buffer.from(chunk).toString('latin1')), 'latin1')
    return Reflect.apply(write, stream, [safe, ...rest])
  }
}

/** Wraps printing so that build-server commands are escaped and secrets masked. */
export function outputOf(
  print: (text: string) => void,
  printError: (text: string) => void,
): Pick<Terminal, 'stdout' | 'stdoutAsIs' | 'stderr' | 'buildCommand' | 'secrets'> {
  const secrets = knownSecrets()
  // Build servers read commands on both streams.
  const breakOut = commandBreaker()
  const breakErr = commandBreaker()
  return {
    stdout: (text) => print(breakOut(text)),
    stdoutAsIs: print,
    stderr: (text) => printError(breakErr(secrets.redact(text))),
    buildCommand: (text) => printError(secrets.redact(text)),
    secrets,
  }
}

/** Reads the language before the command line is parsed, since parse errors are translated too. */
export function languageOfArguments(args: readonly string[], environment: Terminal['environment']): Language {
  const index = args.indexOf('--lang')
  const named = index >= 0 ? args[index + 1] : args.find((arg) => arg.startsWith('--lang='))?.slice('--lang='.length)
  return named === 'en' || named === 'ja' ? named : languageFrom(environment)
}

/**
 * Reports when an agent ends this process early or leaves it nothing to wait for, which Node.js would count as a success.
 *
 * @returns a function to call when the command is done
 */
function watchForEnd(terminal: TerminalOfProcess): () => void {
  const { exit } = process
  let endedAt: Error | undefined
  process.exit = (code) => {
    endedAt = new Error('ended')
    return exit(code)
  }
  const report = (code: number) => {
    // After Ctrl-C, or an uncaught error that was printed already, nothing is added.
    if (terminal.signal.aborted || (endedAt === undefined && code === 1)) return
    printMessage(message('error:'), reasonOf(endedAt, terminal.cwd), terminal)
    printMessage(message('hint:'), hint, terminal)
    process.exitCode = exitCodes.target
  }
  process.once('exit', report)
  return () => {
    process.off('exit', report)
    process.exit = exit
  }
}

const own = fileURLToPath(new URL('..', import.meta.resolve('shinsa')))
const hint = message(
  'What a file does when it is run as a program belongs behind a condition: if (import.meta.main) { … }',
)

function reasonOf(endedAt: Error | undefined, root: string) {
  if (endedAt === undefined) return message('the command was not done when nothing was left to wait for')
  const place = thrownStack(endedAt, { own, root })?.split('\n')[0] ?? ''
  return message('process.exit was called before the command was done: {place}', { place })
}

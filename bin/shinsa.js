#!/usr/bin/env -S node --min-semi-space-size=16 --max-semi-space-size=16
// Plain JavaScript, so that an old Node can say what it lacks, and so that the cache of compiled code is on before the first module loads.
// A young generation that begins at its full size holds the cases under way: fewer of them are copied to the old one and die there.
import { readFileSync } from 'node:fs'
import module from 'node:module'

const builtins = [
  'v8',
  'async_hooks',
  'buffer',
  'crypto',
  'fs/promises',
  'net',
  'perf_hooks',
  'stream/promises',
  'util',
]
const typeless = 'MODULE_TYPELESS_PACKAGE_JSON'
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`shinsa needs Node.js 22.18 or newer; this is ${process.versions.node}.\n`)
  process.exit(3)
}
if (process.argv[2] === '--version' || process.argv[2] === '-v') {
  process.stdout.write(`${JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version}\n`)
} else {
  // Node.js opens its debugger for whoever sends this signal, and the debugger runs anything with our keys. A listener keeps it
  // shut; the option for it, --disable-sigusr1, is one that an old Node would not start with.
  process.on('SIGUSR1', () => {})
  // A package.json as npm makes it names no type. Node.js says so of every file of the project that we load; it works all the same.
  const { emitWarning } = process
  process.emitWarning = (warning, ...rest) => {
    const isAboutType = rest.some((one) => one === typeless || one?.code === typeless)
    if (!isAboutType) emitWarning.call(process, warning, ...rest)
  }
  module.enableCompileCache()
  if (['--help', '-h', 'help'].includes(process.argv.at(-1) ?? '')) {
    const { preparedHelp } = await import('#help')
    const page = preparedHelp(process.argv.slice(2), process.env)
    if (page !== undefined) {
      // A reader that has seen enough (`| head`) is no error.
      process.stdout.on('error', () => process.exit(0)).write(page, () => process.exit(0))
      await new Promise(() => {})
    }
  }
  // Modules of Node.js first: where a flag has changed since the start, it compiles them without its own cache.
  const [{ setFlagsFromString }] = await Promise.all(builtins.map((name) => import(`node:${name}`)))
  // Most of what a run allocates is dead at once, so the heap need not grow to four times what lives in it, as it else would.
  setFlagsFromString('--heap-growing-percent=100')
  // The compile cache has no function that was compiled when it was first called, so all of a command are compiled as it loads.
  if (module.getCompileCacheDir() !== undefined) setFlagsFromString('--no-lazy')
  const { loadCommand, runCli } = await import('#cli')
  // A module that cannot be loaded is told of when the command begins.
  await Promise.allSettled([loadCommand(process.argv.slice(2))])
  setFlagsFromString('--lazy')
  await runCli(process.argv.slice(2))
}

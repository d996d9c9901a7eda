import { registerHooks } from 'node:module'
import { EvalError, message } from '../core/index.ts'

let resolvesOwnName = false

/**
 * Imports a user's module (config, agent, metric). It may `import … from 'shinsa'` even where shinsa is not installed
 * beside it: the running copy is meant, so that both sides share one `EvalError`.
 *
 * @throws {EvalError} `config`, with the original error as its cause, when the module cannot be loaded
 */
export async function importModule(url: string, shown: string): Promise<Readonly<Record<string, unknown>>> {
  resolveOwnName()
  try {
    return (await import(url)) as Record<string, unknown>
  } catch (cause) {
    const problem = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
    throw new EvalError('config', message('{file} cannot be loaded: {problem}', { file: shown, problem }), { cause })
  }
}

function resolveOwnName(): void {
  if (resolvesOwnName) return
  resolvesOwnName = true
  const [, root, extension] = /^(.*\/)config\/import-module\.(\w+)$/.exec(import.meta.url) ?? []
  registerHooks({
    resolve(specifier, context, next) {
      const [, entry] = /^shinsa(?:\/([a-z]+))?$/.exec(specifier) ?? [undefined, undefined]
      const own = /^shinsa(?:\/[a-z]+)?$/.test(specifier)
      return own
        ? { url: `${root}${entry === undefined ? '' : `${entry}/`}index.${extension}`, shortCircuit: true }
        : next(specifier, context)
    },
  })
}

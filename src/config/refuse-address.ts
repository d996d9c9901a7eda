import { EvalError, message } from '../core/index.ts'

/**
 * Whoever wrote a data file must not decide to which server its answers, and somebody's key, are sent. `flag` is how one
 * may name the model instead, where there is one.
 *
 * @throws {EvalError} `config` when a model's name is more than a name
 */
export function refuseAddress(model: string, flag?: '--judge' | '--user-model'): void {
  if (!/@|:\/\/|\.\.|[?#%\\]/.test(model)) return
  throw new EvalError('config', message('such a config may name a model and no address: {model}', { model }), {
    hint:
      flag === undefined
        ? message('Name the server in the environment, as docs/models.md says.')
        : message('Name the server with {flag}, or in shinsa.config.ts.', { flag }),
  })
}

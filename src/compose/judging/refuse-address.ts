import { EvalError, message } from '../../core/index.ts'
import { settingName } from '../../settings/index.ts'

/**
 * Refuses a model's name that contains an address. The author of a data file must not decide which server receives
 * answers and the user's key. `setting` is the setting by which the user may name such a model, if there is one.
 *
 * @throws {EvalError} `config` when a model's name is more than a name
 */
export function refuseAddress(model: string, setting?: 'judge' | 'userModel'): void {
  if (!/@|:\/\/|\.\.|[?#%\\]/.test(model)) return
  throw new EvalError('config', message('such a config may name a model and no address: {model}', { model }), {
    hint:
      setting === undefined
        ? message('Name the server in the environment, as docs/models.md says.')
        : message('Name the server with {flag}, or as {setting} in shinsa.config.ts or evaluate().', {
            flag: settingName(setting, 'command line'),
            setting,
          }),
  })
}

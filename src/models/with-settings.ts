import type { GenerationSettings, LanguageModel, ModelRequest } from './language-model.ts'

/** A model that is asked with these settings every time, unless a request has its own. */
export function withSettings(
  model: LanguageModel,
  settings: GenerationSettings,
  /** Called with those that the model does not have, each time that it says so. */
  onUnsupported: (settings: readonly (keyof GenerationSettings)[]) => void,
): LanguageModel {
  return {
    ...model,
    settings,
    async generate(request, signal) {
      const reply = await model.generate({ ...settings, ...withoutUndefined(request) }, signal)
      const ours = (reply.unsupported ?? []).filter((name) => settings[name] !== undefined)
      if (ours.length > 0) onUnsupported(ours)
      return reply
    },
  }
}

/** The same request: a setting that is there and undefined is no wish. */
function withoutUndefined(request: ModelRequest): ModelRequest {
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)) as ModelRequest
}

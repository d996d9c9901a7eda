import type { GenerationSettings, LanguageModel, ModelRequest } from './language-model.ts'

/** Adds these settings to every request that does not set them itself. */
export function withSettings(
  model: LanguageModel,
  settings: GenerationSettings,
  /** Receives the settings that the model does not have, with each reply that reports some. */
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

/** An undefined setting must not override the default. */
function withoutUndefined(request: ModelRequest): ModelRequest {
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)) as ModelRequest
}

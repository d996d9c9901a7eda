export { adaptiveLimit } from './pace/adaptive-limit.ts'
export type { EmbeddingModel } from './embedding-model.ts'
export type {
  GenerationSettings,
  LanguageModel,
  ModelMessage,
  ModelReply,
  ModelRequest,
  ModelToolCall,
} from './language-model.ts'
export { ModelFailure, askAsAgent } from './model-failure.ts'
export { formatModelName, parseModelName } from './model-name.ts'
export { openEmbeddingModel, openModel, providerStatus } from './open-model.ts'
export { costOf } from './prices.ts'
export { scriptedModel } from './scripted-model.ts'
export type { ScriptedReply } from './scripted-model.ts'
export { withPace } from './pace/with-pace.ts'
export { mostAttempts, withModelRetries } from './with-retries.ts'
export { withSettings } from './with-settings.ts'
export { withModelTimeout } from './with-timeout.ts'

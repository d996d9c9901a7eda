export { adaptiveLimit } from './adaptive-limit.ts'
export type { AdaptiveLimit, AdaptiveLimitOptions, CallOutcome, Limiter } from './adaptive-limit.ts'
export type { EmbeddingModel, EmbeddingReply, EmbeddingRequest } from './embedding-model.ts'
export type {
  Asked,
  GenerationSettings,
  LanguageModel,
  Model,
  ModelImage,
  ModelMessage,
  ModelReply,
  ModelRequest,
  ModelTool,
  ModelToolCall,
} from './language-model.ts'
export { ModelFailure } from './model-failure.ts'
export { formatModelName, parseModelName } from './model-name.ts'
export type { ModelName, ProviderName } from './model-name.ts'
export { openEmbeddingModel, openModel, providerStatus } from './open-model.ts'
export type { OpenModelOptions, ProviderStatus } from './open-model.ts'
export { loadOptional } from './optional-package.ts'
export { costOf, pricesDate } from './prices.ts'
export { scriptedModel } from './scripted-model.ts'
export type { ScriptedModel, ScriptedReply } from './scripted-model.ts'
export { withAccount } from './with-account.ts'
export { withPace } from './with-pace.ts'
export { mostAttempts, withRetries } from './with-retries.ts'
export { withSettings } from './with-settings.ts'
export { withTimeout } from './with-timeout.ts'

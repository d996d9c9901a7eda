import { EvalError, message } from '../core/index.ts'
import { baseUrlFrom } from './base-url.ts'

export type ProviderName =
  | 'google'
  | 'vertex'
  | 'openai'
  | 'anthropic'
  | 'bedrock'
  | 'openai-compatible'
  | 'azure'
  | 'ollama'
  | 'llamacpp'
  | 'vllm'
  | 'lmstudio'

/** The only place where keys and addresses are looked up. */
export type ProviderEnvironment = Readonly<Record<string, string | undefined>>

export type ModelName = { readonly provider: ProviderName; readonly model: string; readonly baseUrl?: string }

/**
 * Reads a model's name in the common forms: alone (`gemini-2.5-flash`), with its provider before a slash or colon, with
 * LiteLLM's prefixes, as a Bedrock id, and for a local server with its address after an `@`.
 *
 * @throws {EvalError} `config` when the name is unknown
 * @example parseModelName('openai-compatible:qwen3@http://localhost:9000/v1')
 */
export function parseModelName(text: string, options: { readonly gemini?: 'google' | 'vertex' } = {}): ModelName {
  const name = text.trim()
  const prefix = /^([^/:]+)[/:](.+)$/s.exec(name)
  const provider = prefixes[prefix?.[1]?.toLowerCase() ?? '']
  if (provider !== undefined) return withAddress(provider, prefix?.[2] ?? '', text)
  const bare = bareNames.find(({ pattern }) => pattern.test(name))
  if (bare === undefined) throw unknownName(text)
  return {
    provider: bare.provider === 'google' ? (options.gemini ?? 'google') : bare.provider,
    model: name.replace(/^models\//, ''),
  }
}

/** Returns the shortest name that `parseModelName` reads as this provider and model. */
export function formatModelName({ provider, model }: ModelName): string {
  const bare = bareNames.find(({ pattern }) => pattern.test(model))
  const readAsPrefix = /^([^/:]+)[/:]/.exec(model)?.[1]?.toLowerCase() ?? ''
  return bare?.provider === provider && !(readAsPrefix in prefixes) ? model : `${provider}/${model}`
}

const prefixes: Readonly<Record<string, ProviderName>> = {
  google: 'google',
  gemini: 'google',
  'google-ai-studio': 'google',
  vertex: 'vertex',
  vertex_ai: 'vertex',
  vertex_ai_beta: 'vertex',
  'vertex-ai': 'vertex',
  'google-vertex': 'vertex',
  openai: 'openai',
  anthropic: 'anthropic',
  bedrock: 'bedrock',
  bedrock_converse: 'bedrock',
  'amazon-bedrock': 'bedrock',
  'openai-compatible': 'openai-compatible',
  openai_compatible: 'openai-compatible',
  openai_like: 'openai-compatible',
  custom_openai: 'openai-compatible',
  azure: 'azure',
  azure_openai: 'azure',
  'azure-openai': 'azure',
  ollama: 'ollama',
  ollama_chat: 'ollama',
  llamacpp: 'llamacpp',
  'llama.cpp': 'llamacpp',
  'llama-cpp': 'llamacpp',
  llama_cpp: 'llamacpp',
  vllm: 'vllm',
  hosted_vllm: 'vllm',
  lmstudio: 'lmstudio',
  lm_studio: 'lmstudio',
  'lm-studio': 'lmstudio',
}

const bareNames: readonly { readonly pattern: RegExp; readonly provider: ProviderName }[] = [
  { pattern: /^(models\/)?(gemini|gemma)-/, provider: 'google' },
  // The open weights are called gpt-oss and are not served by OpenAI.
  { pattern: /^(ft:)?(gpt-(?!oss)|chatgpt-|o\d+($|-)|text-embedding-(3|ada)-)/, provider: 'openai' },
  { pattern: /^claude-/, provider: 'anthropic' },
  { pattern: /^arn:aws[\w-]*:bedrock:/, provider: 'bedrock' },
  {
    pattern:
      /^((us|us-gov|eu|apac|jp|au|global)\.)?(ai21|amazon|anthropic|cohere|deepseek|google|meta|mistral|openai|qwen|writer)\.[\w-]/,
    provider: 'bedrock',
  },
]

const local: readonly ProviderName[] = ['openai-compatible', 'azure', 'ollama', 'llamacpp', 'vllm', 'lmstudio']

function withAddress(provider: ProviderName, rest: string, text: string): ModelName {
  // LiteLLM names the API of Bedrock after its prefix; the Converse API serves every model.
  if (provider === 'bedrock') return named(provider, rest.replace(/^(converse|invoke)\//, ''), text)
  if (provider === 'google' || provider === 'vertex') return named(provider, rest.replace(/^models\//, ''), text)
  const address = local.includes(provider) ? /^(.*?)@(https?:\/\/.*)$/s.exec(rest) : null
  if (address === null) return named(provider, rest, text)
  const baseUrl = baseUrlFrom(address[2] ?? '')
  // Azure expects its key in another header, so it needs a provider of its own.
  const isAzure = provider === 'openai-compatible' && /\/openai\/deployments\/|\?api-version=/.test(baseUrl)
  return { ...named(isAzure ? 'azure' : provider, address[1] ?? '', text), baseUrl }
}

function named(provider: ProviderName, model: string, text: string): ModelName {
  if (model.trim() === '') throw unknownName(text)
  return { provider, model: model.trim() }
}

function unknownName(text: string): EvalError {
  return new EvalError('config', message('There is no model {name}', { name: JSON.stringify(withoutQuery(text)) }), {
    hint: message(
      'Write gemini-…, gpt-…, claude-…, a Bedrock id such as anthropic.claude-…, or PROVIDER/MODEL with one of {providers}; a local server may have its address behind it: openai-compatible/MODEL@http://localhost:8000/v1',
      { providers: [...new Set(Object.values(prefixes))].join(', ') },
    ),
  })
}

// The query may contain a key, and the result is logged.
function withoutQuery(text: string): string {
  return text.replace(/\?.*$/s, '')
}

import type { LanguageModel } from './language-model.ts'
import { keysToRedact, redactor } from './secrets.ts'
import { EvalError, message } from '../core/index.ts'
import type { EmbeddingModel } from './embedding-model.ts'
import { filledQuery } from './base-url.ts'
import { fetchWhole } from './fetch-whole.ts'
import { formatModelName, parseModelName, type ProviderEnvironment, type ProviderName } from './model-name.ts'
import { baseUrlOf, first, providers, type Provider } from './providers.ts'
import { sdkEmbeddingModel } from './sdk-embedding-model.ts'
import { sdkModel } from './sdk-model.ts'
import { secretVariables } from './secret-variables.ts'
import { withConcessions } from './with-concessions.ts'

export type OpenModelOptions = {
  /** The only place where keys and addresses are looked up. */
  readonly environment: ProviderEnvironment
  /** False for an OpenAI-compatible server that rejects JSON schemas: it is asked for JSON without one. */
  readonly jsonSchema?: boolean
  /** Milliseconds since an arbitrary point. */
  readonly now?: () => number
}

/**
 * Opens a language model by name. It sends no request, and loads only the package of the provider.
 *
 * @throws {EvalError} `config` when the name is unknown or its key is missing
 * @example const judge = await openModel('gemini-2.5-flash', { environment })
 */
export async function openModel(name: string, options: OpenModelOptions): Promise<LanguageModel> {
  const { environment, jsonSchema = true, now } = options
  const { provider, model, baseUrl, identity } = find(name, environment)
  const opened = sdkModel(await provider.open({ model, environment, baseUrl, jsonSchema, fetch: fetchWhole }), {
    ...identity,
    now,
  })
  return withConcessions(withRedactedModel(opened, keysOf(provider, environment, baseUrl)))
}

/**
 * Opens an embedding model, by the same names as a language model.
 *
 * @throws {EvalError} `config` when the name is unknown, its key is missing, or its provider has no embeddings
 * @example const embedding = await openEmbeddingModel('openai:text-embedding-3-small', { environment })
 */
export async function openEmbeddingModel(
  name: string,
  { environment }: Pick<OpenModelOptions, 'environment'>,
): Promise<EmbeddingModel> {
  const { provider, model, baseUrl, identity } = find(name, environment)
  if (provider.openEmbedding === undefined) {
    throw new EvalError('config', message('{provider} has no embedding models', { provider: provider.label }), {
      hint: message('Name one of another provider, such as openai/text-embedding-3-small.'),
    })
  }
  const opened = await provider.openEmbedding({ model, environment, baseUrl, jsonSchema: false, fetch: fetchWhole })
  return sdkEmbeddingModel(opened, identity)
}

function find(name: string, environment: ProviderEnvironment) {
  const gemini = /^(true|1)$/i.test(environment['GOOGLE_GENAI_USE_VERTEXAI']?.trim() ?? '') ? 'vertex' : 'google'
  const parsed = parseModelName(name, { gemini })
  const provider = providers[parsed.provider]
  const id = formatModelName(parsed)
  assertKeys(provider, id, environment)
  const baseUrl = baseUrlOf(parsed, environment)
  const failures = {
    provider: provider.label,
    model: parsed.model,
    variables: usedVariables(provider, environment).join(', '),
    redact: redactor(keysOf(provider, environment, baseUrl)),
  }
  const identity = { id, provider: parsed.provider, ...(baseUrl === undefined ? {} : { baseUrl }), failures }
  return { provider, model: parsed.model, baseUrl, identity }
}

function keysOf(provider: Provider, environment: ProviderEnvironment, baseUrl = ''): readonly (string | undefined)[] {
  const variables = secretVariables(provider).map((variable) => environment[variable]?.trim())
  return [...variables, ...filledQuery(baseUrl, environment).secrets]
}

export type ProviderStatus = {
  readonly provider: ProviderName
  readonly label: string
  /** True when everything needed is set. Only the provider knows whether it is valid. */
  readonly ready: boolean
  /** The ways to set up the provider, each as variables that belong together; `A or B` accepts either. */
  readonly ways: readonly string[]
  readonly used: readonly string[]
}

/** Tells for each provider whether the environment has what it needs. It checks only that values exist. */
export function providerStatus(environment: ProviderEnvironment): readonly ProviderStatus[] {
  return (Object.keys(providers) as ProviderName[]).map((name) => {
    const provider = providers[name]
    return {
      provider: name,
      label: provider.label,
      ready: wayThatIsSet(provider, environment) !== undefined && hasAddress(name, environment),
      ways: waysOf(provider),
      used: usedVariables(provider, environment),
    }
  })
}

function hasAddress(name: ProviderName, environment: ProviderEnvironment): boolean {
  return !['openai-compatible', 'azure'].includes(name) || first(environment, providers[name].baseUrls) !== undefined
}

function assertKeys(provider: Provider, model: string, environment: ProviderEnvironment): void {
  const crooked = secretVariables(provider).find((variable) => /[^\x21-\x7e]/.test(environment[variable]?.trim() ?? ''))
  // The network layer would report this too, with the key in its message.
  if (crooked !== undefined) {
    throw new EvalError('config', message('{variable} holds something that cannot be a key', { variable: crooked }), {
      hint: message('Copy it again: it has a space, a line break or a letter that keys do not have'),
    })
  }
  if (wayThatIsSet(provider, environment) !== undefined) return
  throw new EvalError(
    'config',
    message('There is no key for {model} ({provider})', { model, provider: provider.label }),
    {
      hint: message('Set {variables}, in the environment or in .env', { variables: waysOf(provider).join('; or ') }),
    },
  )
}

function waysOf(provider: Provider): readonly string[] {
  return provider.keys
    .filter((way) => way.length > 0)
    .map((way) => way.map((variables) => variables.join(' or ')).join(', '))
}

// Prefers the way with most variables: a way that needs none is the last resort.
function wayThatIsSet(
  { keys }: Provider,
  environment: ProviderEnvironment,
): readonly (readonly string[])[] | undefined {
  const set = keys.filter((way) => way.every((variables) => first(environment, variables) !== undefined))
  return set.find((way) => way.length > 0) ?? set[0]
}

function usedVariables(provider: Provider, environment: ProviderEnvironment): readonly string[] {
  const way = wayThatIsSet(provider, environment) ?? []
  return way.flatMap((variables) => variables.find((variable) => first(environment, [variable]) !== undefined) ?? [])
}

/** Removes the model's own keys from its replies, where a gateway may have put them. */
function withRedactedModel(model: LanguageModel, keys: readonly (string | undefined)[]): LanguageModel {
  const known = keysToRedact(keys)
  return {
    ...model,
    async generate(request, signal) {
      const reply = await model.generate(request, signal)
      const { text, toolCalls } = known.redactAll({ text: reply.text, toolCalls: reply.toolCalls?.map(visible) })
      return {
        ...reply,
        text,
        ...(reply.toolCalls !== undefined && {
          toolCalls: reply.toolCalls.map((call, position) => ({ ...call, ...toolCalls?.[position] })),
        }),
      }
    },
  }
}

// Provider data has to go back unchanged, so it is not redacted.
function visible({ name, args }: { readonly name: string; readonly args: unknown }) {
  return { name, args }
}

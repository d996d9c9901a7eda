import type { AuthClient } from 'google-auth-library'
import { EvalError, message } from '../core/index.ts'
import { baseUrlFrom, filledQuery } from './base-url.ts'
import type { ModelName, ProviderEnvironment, ProviderName } from './model-name.ts'
import { loadOptional } from '../core/basics/optional-package.ts'
import type { SdkEmbeddingModel } from './sdk-embedding-model.ts'
import type { SdkModel } from './sdk-model.ts'

type ProviderSettings = {
  readonly model: string
  readonly environment: ProviderEnvironment
  readonly baseUrl: string | undefined
  /** False for OpenAI-compatible servers that reject JSON schemas, as some old ones do. */
  readonly jsonSchema: boolean
  /** The way of asking over the network. */
  readonly fetch: typeof fetch
}

export type Provider = {
  readonly label: string
  /** Alternative sets of credentials. A set lists groups of variables, and the first one set in each group is used. */
  readonly keys: readonly (readonly (readonly string[])[])[]
  readonly baseUrls: readonly string[]
  readonly defaultBaseUrl?: string
  /** The path for an address without one. */
  readonly path?: string | ((environment: ProviderEnvironment) => string)
  readonly open: (settings: ProviderSettings) => Promise<SdkModel>
  readonly openEmbedding?: (settings: ProviderSettings) => Promise<SdkEmbeddingModel>
}

const googleKeys = ['GOOGLE_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY']
const vertexProjects = ['GOOGLE_VERTEX_PROJECT', 'GOOGLE_CLOUD_PROJECT']
const vertexLocations = ['GOOGLE_VERTEX_LOCATION', 'GOOGLE_CLOUD_LOCATION']
const awsRegions = ['AWS_REGION', 'AWS_DEFAULT_REGION', 'AWS_REGION_NAME']

const azureKeys = ['AZURE_OPENAI_API_KEY', 'AZURE_API_KEY', 'OPENAI_COMPATIBLE_API_KEY', 'OPENAI_LIKE_API_KEY']

/**
 * A package is imported when one of its models is opened, and receives all settings instead of reading the environment.
 */
export const providers: Readonly<Record<ProviderName, Provider>> = {
  google: {
    label: 'Gemini API',
    keys: [[googleKeys]],
    baseUrls: ['GOOGLE_GENERATIVE_AI_BASE_URL', 'GOOGLE_GEMINI_BASE_URL'],
    path: '/v1beta',
    open: async (settings) => (await google(settings))(settings.model),
    openEmbedding: async (settings) => (await google(settings)).embeddingModel(settings.model),
  },
  vertex: {
    label: 'Vertex AI',
    keys: [[['GOOGLE_VERTEX_API_KEY']], [vertexProjects, vertexLocations]],
    baseUrls: ['GOOGLE_VERTEX_BASE_URL'],
    path: vertexPath,
    open: openVertex,
    openEmbedding: async (settings) => (await vertex(settings)).embeddingModel(settings.model),
  },
  openai: {
    label: 'OpenAI',
    keys: [[['OPENAI_API_KEY']]],
    baseUrls: ['OPENAI_BASE_URL', 'OPENAI_API_BASE'],
    async open(settings) {
      const { model } = settings
      const provider = await openai(settings)
      // The chat API supports a seed and is what gateways offer; a few models exist only behind the newer API.
      return /-pro(-\d|$)|-deep-research|codex/.test(model) ? provider.responses(model) : provider.chat(model)
    },
    openEmbedding: async (settings) => (await openai(settings)).embeddingModel(settings.model),
  },
  anthropic: {
    label: 'Anthropic',
    keys: [[['ANTHROPIC_API_KEY']], [['ANTHROPIC_AUTH_TOKEN']]],
    baseUrls: ['ANTHROPIC_BASE_URL', 'ANTHROPIC_API_BASE'],
    async open({ model, environment, baseUrl = 'https://api.anthropic.com/v1', fetch }) {
      const { createAnthropic } = await loadOptional(
        '@ai-sdk/anthropic',
        'Anthropic',
        async () => import('@ai-sdk/anthropic'),
      )
      const apiKey = first(environment, ['ANTHROPIC_API_KEY'])
      const authToken = first(environment, ['ANTHROPIC_AUTH_TOKEN'])
      return createAnthropic({
        baseURL: baseUrl,
        fetch,
        ...(apiKey === undefined ? { authToken } : { apiKey }),
      })(model)
    },
  },
  bedrock: {
    label: 'Amazon Bedrock',
    keys: [
      [['AWS_BEARER_TOKEN_BEDROCK'], awsRegions],
      [['AWS_ACCESS_KEY_ID'], ['AWS_SECRET_ACCESS_KEY'], awsRegions],
    ],
    baseUrls: ['BEDROCK_BASE_URL', 'AWS_ENDPOINT_URL_BEDROCK_RUNTIME', 'AWS_ENDPOINT_URL'],
    path: '',
    open: async (settings) => (await bedrock(settings))(settings.model),
    openEmbedding: async (settings) => (await bedrock(settings)).embeddingModel(settings.model),
  },
  'openai-compatible': compatible('The OpenAI-compatible server', {
    baseUrls: ['OPENAI_COMPATIBLE_BASE_URL', 'OPENAI_LIKE_API_BASE'],
    keys: ['OPENAI_COMPATIBLE_API_KEY', 'OPENAI_LIKE_API_KEY'],
  }),
  azure: {
    label: 'Azure OpenAI',
    // The key is optional, because gateways in front of the server may add their own.
    keys: [[], [azureKeys]],
    baseUrls: ['AZURE_OPENAI_ENDPOINT', 'AZURE_API_BASE'],
    path: '',
    open: async (settings) => (await azureServer(settings))(settings.model),
    openEmbedding: async (settings) => (await azureServer(settings)).embeddingModel(settings.model),
  },
  ollama: compatible('Ollama', {
    baseUrls: ['OLLAMA_BASE_URL', 'OLLAMA_API_BASE'],
    keys: ['OLLAMA_API_KEY'],
    defaultBaseUrl: 'http://localhost:11434/v1',
  }),
  llamacpp: compatible('The llama.cpp server', {
    baseUrls: ['LLAMACPP_BASE_URL', 'LLAMA_CPP_BASE_URL'],
    keys: ['LLAMACPP_API_KEY', 'LLAMA_API_KEY'],
    defaultBaseUrl: 'http://localhost:8080/v1',
  }),
  vllm: compatible('vLLM', {
    baseUrls: ['VLLM_BASE_URL', 'HOSTED_VLLM_API_BASE'],
    keys: ['VLLM_API_KEY', 'HOSTED_VLLM_API_KEY'],
    defaultBaseUrl: 'http://localhost:8000/v1',
  }),
  lmstudio: compatible('LM Studio', {
    baseUrls: ['LMSTUDIO_BASE_URL', 'LM_STUDIO_API_BASE'],
    keys: ['LMSTUDIO_API_KEY', 'LM_STUDIO_API_KEY'],
    defaultBaseUrl: 'http://localhost:1234/v1',
  }),
}

/** @throws {EvalError} `config` when the address in the environment is invalid, or one is needed and missing */
export function baseUrlOf(name: ModelName, environment: ProviderEnvironment): string | undefined {
  const { baseUrls, defaultBaseUrl, path } = providers[name.provider]
  const told = first(environment, baseUrls)
  if (name.baseUrl !== undefined) return name.baseUrl
  if (told !== undefined) return baseUrlFrom(told, { path: typeof path === 'function' ? path(environment) : path })
  if (name.provider === 'azure') {
    throw new EvalError('config', message('Nobody knows where the server of {model} is', { model: name.model }), {
      hint: message(
        'Set AZURE_OPENAI_ENDPOINT, or write the address behind the name: azure/{model}@https://RESOURCE.openai.azure.com/openai/deployments/{model}?api-version=2024-10-21',
        { model: name.model },
      ),
    })
  }
  if (defaultBaseUrl !== undefined || name.provider !== 'openai-compatible') return defaultBaseUrl
  throw new EvalError('config', message('Nobody knows where the server of {model} is', { model: name.model }), {
    hint: message(
      'Write its address behind the name, openai-compatible/{model}@http://HOST:PORT/v1, or set {variable}',
      {
        model: name.model,
        variable: baseUrls[0] ?? '',
      },
    ),
  })
}

export function first(environment: ProviderEnvironment, variables: readonly string[]): string | undefined {
  return variables.map((variable) => environment[variable]?.trim()).find((value) => value !== undefined && value !== '')
}

// With a key the address names no project; with a login it has to.
function vertexPath(environment: ProviderEnvironment): string {
  if (first(environment, ['GOOGLE_VERTEX_API_KEY']) !== undefined) return '/v1/publishers/google'
  const project = first(environment, vertexProjects) ?? ''
  const location = first(environment, vertexLocations) ?? ''
  return `/v1beta1/projects/${project}/locations/${location}/publishers/google`
}

async function openVertex({ model, environment, baseUrl, fetch }: ProviderSettings): Promise<SdkModel> {
  if (!/^(gemini|gemma|endpoints)/.test(model.replace(/^publishers\/google\/models\//, ''))) {
    throw new EvalError('config', message('On Vertex AI only models of Google can be asked, not {model}', { model }), {
      hint: message('Ask its maker, Bedrock or an OpenAI-compatible server for it'),
    })
  }
  return (await vertex({ environment, baseUrl, fetch }))(model.replace(/^publishers\/google\/models\//, ''))
}

async function vertex({ environment, baseUrl, fetch }: Pick<ProviderSettings, 'environment' | 'baseUrl' | 'fetch'>) {
  const { createVertex } = await loadOptional(
    '@ai-sdk/google-vertex',
    'Vertex AI',
    async () => import('@ai-sdk/google-vertex'),
  )
  // An empty key prevents the package from looking for one itself.
  const apiKey = first(environment, ['GOOGLE_VERTEX_API_KEY']) ?? ''
  return createVertex({
    apiKey,
    project: first(environment, vertexProjects),
    location: first(environment, vertexLocations),
    baseURL: baseUrl,
    fetch,
    ...(apiKey === '' && { googleAuthOptions: { authClient: await tokenClient(environment) } }),
  })
}

/** Replaces the package's own login, which would read files and the process's environment. */
async function tokenClient(environment: ProviderEnvironment): Promise<AuthClient> {
  const { googleAccessToken } = await import('./google-login.ts')
  const accessToken = await googleAccessToken(environment)
  // The package calls no other method of a client.
  return { getAccessToken: async () => ({ token: await accessToken() }) } as unknown as AuthClient
}

async function google({ environment, baseUrl, fetch }: ProviderSettings) {
  // This function has two names, and only this one exists in every version.
  const { createGoogleGenerativeAI } = await loadOptional(
    '@ai-sdk/google',
    'Gemini API',
    async () => import('@ai-sdk/google'),
  )
  return createGoogleGenerativeAI({ apiKey: first(environment, googleKeys), baseURL: baseUrl, fetch })
}

async function openai({ environment, baseUrl = 'https://api.openai.com/v1', fetch }: ProviderSettings) {
  const { createOpenAI } = await loadOptional('@ai-sdk/openai', 'OpenAI', async () => import('@ai-sdk/openai'))
  return createOpenAI({
    apiKey: environment['OPENAI_API_KEY']?.trim(),
    organization: first(environment, ['OPENAI_ORG_ID', 'OPENAI_ORGANIZATION']),
    project: first(environment, ['OPENAI_PROJECT_ID', 'OPENAI_PROJECT']),
    baseURL: baseUrl,
    fetch,
  })
}

async function bedrock({ environment, baseUrl, fetch }: ProviderSettings) {
  const { createAmazonBedrock } = await loadOptional(
    '@ai-sdk/amazon-bedrock',
    'Amazon Bedrock',
    async () => import('@ai-sdk/amazon-bedrock'),
  )
  const region = first(environment, awsRegions) ?? 'us-east-1'
  const accessKeyId = first(environment, ['AWS_ACCESS_KEY_ID']) ?? ''
  const secretAccessKey = first(environment, ['AWS_SECRET_ACCESS_KEY']) ?? ''
  const sessionToken = first(environment, ['AWS_SESSION_TOKEN'])
  return createAmazonBedrock({
    region,
    apiKey: first(environment, ['AWS_BEARER_TOKEN_BEDROCK']) ?? '',
    credentialProvider: async () => ({ accessKeyId, secretAccessKey, sessionToken }),
    baseURL: baseUrl ?? `https://bedrock-runtime.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`,
    fetch,
  })
}

type CompatibleServer = Pick<Provider, 'baseUrls' | 'defaultBaseUrl'> & { readonly keys: readonly string[] }

function compatible(label: string, { keys, ...addresses }: CompatibleServer): Provider {
  return {
    label,
    // The key is optional, because most of these servers need none.
    keys: [[], [keys]],
    ...addresses,
    open: async (settings) => (await compatibleServer(settings, keys))(settings.model),
    openEmbedding: async (settings) => (await compatibleServer(settings, keys)).embeddingModel(settings.model),
  }
}

/** Azure offers a deployment at its own address, or the newer API at `/openai/v1`, with a key header of its own. */
async function azureServer({ environment, model, baseUrl = '', jsonSchema, fetch }: ProviderSettings) {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const { address, fields } = filledQuery(baseUrl, environment)
  const url = new URL(address)
  const isWhole = /\/openai\/(?:deployments\/|v1)/.test(url.pathname)
  const path = isWhole
    ? url.pathname
    : `${url.pathname.replace(/(?<!\/)\/+$/, '')}/openai/deployments/${encodeURIComponent(model)}`
  const told = fields['api-version'] ?? first(environment, ['AZURE_API_VERSION', 'OPENAI_API_VERSION'])
  const version = told ?? (path.includes('/deployments/') ? '2024-10-21' : undefined)
  const key = first(environment, azureKeys)
  return createOpenAICompatible({
    name: 'server',
    baseURL: `${url.origin}${path}`,
    supportsStructuredOutputs: jsonSchema,
    fetch,
    queryParams: { ...fields, ...(version !== undefined && { 'api-version': version }) },
    ...(key !== undefined && { headers: { 'api-key': key } }),
  })
}

async function compatibleServer(
  { environment, baseUrl = '', jsonSchema, fetch }: ProviderSettings,
  keys: readonly string[],
) {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const { address, fields } = filledQuery(baseUrl, environment)
  const settings = { name: 'server', baseURL: address, queryParams: fields, supportsStructuredOutputs: jsonSchema }
  return createOpenAICompatible({ ...settings, apiKey: first(environment, keys), fetch })
}

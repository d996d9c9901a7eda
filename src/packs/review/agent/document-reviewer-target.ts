import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { z } from 'zod'
import { type Target, EvalError, message } from '../../../core/index.ts'
import { refuseOtherThanFile } from '../../../files/index.ts'
import { messageOf } from '../../../core/basics/message-of.ts'
import type { AgentContext } from '../../../core/pack/pack-agent.ts'
import { openResilientModel } from '../../../models/resilient-model.ts'
import { documentReviewerName } from '../document-reviewer-name.ts'
import { reviewShape } from './review-config.ts'

const Config = z.object(reviewShape)
const Request = z.looseObject({ review: z.looseObject({ prompt: z.string().optional() }).optional() })

type DocumentReviewerSettings = AgentContext &
  Readonly<z.infer<typeof Config>> & {
    readonly prompt: string | undefined
    readonly knowledgeBases: Readonly<Record<string, string>>
  }

export async function makeDocumentReviewer(model: string | undefined, context: AgentContext): Promise<Target> {
  const { config, configFolder, request } = context
  const { knowledgeBases = {}, ...access } = Config.parse(config)
  const folders = Object.entries(knowledgeBases).map(([id, path]) => [id, resolve(configFolder, path)] as const)
  return documentReviewerTarget(model, {
    ...context,
    ...access,
    prompt: Request.parse(request).review?.prompt,
    knowledgeBases: Object.fromEntries(folders),
  })
}

/** The built-in document reviewer; without a model it decides by rules. */
async function documentReviewerTarget(model: string | undefined, settings: DocumentReviewerSettings): Promise<Target> {
  const [{ documentReviewer, embeddedReviewer }, { functionTarget }] = await Promise.all([
    import('../reviewer/index.ts'),
    import('../../../targets/function-target.ts'),
  ])
  if (model === undefined && settings.prompt !== undefined) {
    throw new EvalError('usage', message('instructions for the document reviewer are for a model, and there is none'), {
      hint: message('Name one: --model, in code `review.model`.'),
    })
  }
  const prompt = await readPrompt(settings.prompt)
  const reviewer = model === undefined ? embeddedReviewer() : await openReviewer(model, prompt?.text, settings)
  // Other instructions make another reviewer, so a resumed run must not mix the two.
  const name = [`${documentReviewerName}:${reviewer.id}`, ...(prompt === undefined ? [] : [prompt.name])].join(' ')
  const { readPagePictures } = await import('../../../documents/index.ts')
  const agent = documentReviewer({
    reviewer,
    read: settings.read,
    pictures: readPagePictures,
    warn: (sentence) => settings.warnings.addNow(sentence),
  })
  return functionTarget(agent, {
    name,
    clock: settings.now,
    ...(model !== undefined && { models: [reviewer.id] }),
  })
}

async function readPrompt(file: string | undefined): Promise<{ text: string; name: string } | undefined> {
  if (file === undefined) return undefined
  refuseOtherThanFile(file)
  try {
    const text = await readFile(file, 'utf8')
    return { text, name: `${basename(file)}@${createHash('sha256').update(text).digest('hex').slice(0, 8)}` }
  } catch (cause) {
    const problem = messageOf(cause)
    throw new EvalError('usage', message('the instructions for the reviewer cannot be read: {problem}', { problem }), {
      cause,
    })
  }
}

async function openReviewer(model: string, instructions: string | undefined, settings: DocumentReviewerSettings) {
  const { modelReviewer, permittedHosts, toolBox } = await import('../reviewer/index.ts')
  return modelReviewer({
    model: await openResilientModel(model, 'agent', settings),
    tools: toolBox({
      search: await knowledgeSearch(settings),
      mayStart: (command) => settings.mcpCommands?.includes(command) === true,
      hosts: permittedHosts(settings.mcpHosts ?? []),
      version: settings.version,
      logins: loginsOf(settings),
    }),
    random: settings.random,
    ...(instructions !== undefined && { instructions }),
  })
}

function loginsOf({ mcpLogins = {}, secrets, warnings }: DocumentReviewerSettings) {
  return {
    of: secrets?.fill(mcpLogins) ?? mcpLogins,
    onSecret: (secret: string) => secrets?.add(secret),
    warn: warnings.addNow,
  }
}

/** Bases that are not in the config are those of Amazon Bedrock. */
async function knowledgeSearch({ environment, knowledgeBases, read }: DocumentReviewerSettings) {
  const { bedrockKnowledgeBases, folderKnowledgeBases, noKnowledgeBase } = await import('../reviewer/index.ts')
  const access = bedrockAccess(environment)
  return folderKnowledgeBases({
    folders: knowledgeBases,
    read,
    otherwise: access === undefined ? noKnowledgeBase : bedrockKnowledgeBases(access),
  })
}

function bedrockAccess(environment: AgentContext['environment']) {
  const value = (name: string) => environment[name]?.trim() || undefined
  const region = value('AWS_REGION') ?? value('AWS_DEFAULT_REGION')
  const accessKeyId = value('AWS_ACCESS_KEY_ID')
  const secretAccessKey = value('AWS_SECRET_ACCESS_KEY')
  if (region === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined
  const endpoint = value('AWS_ENDPOINT_URL_BEDROCK_AGENT_RUNTIME')
  return { region, accessKeyId, secretAccessKey, sessionToken: value('AWS_SESSION_TOKEN'), endpoint }
}

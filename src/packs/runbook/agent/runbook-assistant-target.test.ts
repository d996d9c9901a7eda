import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { type Invocation, responseTextOf } from '../../../core/index.ts'
import { type RunbookAssistantSettings, runbookAssistantTarget } from './runbook-assistant-target.ts'
import { runbooksAt } from './runbooks-at.ts'

const project = mkdtempSync(join(tmpdir(), 'runbook-target-'))
afterAll(() => rmSync(project, { recursive: true }))
const shipped = fileURLToPath(new URL('../../../../examples/runbook-assistant/runbooks', import.meta.url))
cpSync(shipped, join(project, 'runbooks'), { recursive: true })

const { signal } = new AbortController()

describe('the runbook assistant as a target', () => {
  it('answers each question from the runbooks in its language, with citations and flags', async () => {
    const target = await runbookAssistantTarget(undefined, settings())
    expect(target).toMatchObject({ name: 'runbook-assistant', continues: true })
    const [japanese, english] = [
      await say(target, 'DDoS攻撃の対応手順を教えてください'),
      await say(target, 'I want to delete all logs'),
    ]
    expect(japanese.citations?.[0]).toMatchObject({ id: 'ddos.md#4', file: 'ddos.md', pages: [1, 1] })
    expect(english.flags).toEqual({
      insufficient_evidence: false,
      ambiguous_query: false,
      dangerous_operation: true,
    })
    expect(responseTextOf(english)).toMatch(/^⚠️ This operation needs approval/)
    expect(existsSync(join(project, 'logs'))).toBe(false)
  })

  it('remembers what was asked in a conversation, and nothing of another case', async () => {
    const target = await runbookAssistantTarget(undefined, settings())
    const one = await target.open({ id: '1', conversation: [] }, { signal })
    await one.say(text('DDoS攻撃の対応手順を教えてください'), signal)
    const goesOn = await one.say(text('次は何をすればいいですか'), signal)
    expect(goesOn?.flags).toMatchObject({ ambiguous_query: false })
    const other = await say(target, '次は何をすればいいですか')
    expect(other.flags).toMatchObject({ ambiguous_query: true })
  })

  it('keeps an audit log of an evaluation where the config asks for one', async () => {
    const auditLog = join(project, 'audit')
    const target = await runbookAssistantTarget(undefined, settings({ auditLog }))
    await say(target, 'DDoS攻撃の対応手順を教えてください')
    const [file = ''] = readdirSync(auditLog)
    expect(JSON.parse(readFileSync(join(auditLog, file), 'utf8'))).toMatchObject({
      top_score: expect.closeTo(0.8, 0),
      model_calls: 0,
    })
  })

  it('is told apart by its model, and refused without runbooks', async () => {
    const withModel = await runbookAssistantTarget('ollama/llama3.1', settings())
    expect(withModel).toMatchObject({ name: 'runbook-assistant:ollama/llama3.1', agentModels: ['ollama/llama3.1'] })
    const none = await runbookAssistantTarget(undefined, settings({ folder: undefined })).catch(
      (error: unknown) => error,
    )
    expect(none).toMatchObject({ code: 'config', message: 'the runbook assistant has no runbooks' })
  })

  it('looks for runbooks where the config says, then beside the dataset, then in the working folder', () => {
    const elsewhere = join(project, 'elsewhere')
    expect(runbooksAt({ config: {}, folder: project }, elsewhere, project).folder).toBe(join(project, 'runbooks'))
    expect(runbooksAt({ config: {}, folder: project }, elsewhere).folder).toBeUndefined()
    const config = { runbooks: { folder: 'soc', top: 6 } }
    expect(runbooksAt({ config, folder: elsewhere }, project)).toEqual({ folder: join(elsewhere, 'soc'), top: 6 })
  })
})

const text = (words: string) => ({ role: 'user', parts: [{ text: words }] })

async function say(target: Awaited<ReturnType<typeof runbookAssistantTarget>>, question: string): Promise<Invocation> {
  const conversation = await target.open({ id: question, conversation: [] }, { signal })
  const invocation = await conversation.say(text(question), signal)
  if (invocation === undefined) throw new Error('the assistant said nothing')
  return invocation
}

function settings(runbooks: Partial<RunbookAssistantSettings['runbooks']> = {}): RunbookAssistantSettings {
  return {
    cwd: project,
    projectFolder: project,
    now: () => new Date('2026-11-22T00:00:00Z'),
    environment: {},
    random: Math.random,
    account: undefined,
    runbooks: { folder: join(project, 'runbooks'), ...runbooks },
    warnings: { add() {} },
  }
}

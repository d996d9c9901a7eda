import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { startModelServer } from './model-server.ts'
import { newProject } from './run-shinsa.ts'

const shipped = fileURLToPath(new URL('../../examples/runbook-assistant/runbooks/', import.meta.url))

describe('shinsa runbook ask', () => {
  it('builds the index where it is missing, answers with sources, and keeps an audit log without secrets', async () => {
    const project = withRunbooks()
    const first = await project.run('runbook', 'ask', 'May I delete all logs of this incident? (token: abcd1234efgh)')
    expect({ ...first, stderr: withoutTimes(first.stderr) }).toMatchInlineSnapshot(`
      {
        "exitCode": 0,
        "signal": null,
        "stderr": "index: PROJECT/runbooks/en was missing or stale: 9 of 9 files read
      relevance 0.58 · TIME
      ",
        "stdout": "⚠️ This operation needs approval and confirmation

      Safe alternative: delete and erase nothing. Copy it to read-only storage, record the hash values, and limit who may see it. Even for lack of space or a false positive, whoever is responsible decides.

      [1] log-retention-and-evidence.pdf — Log Retention and Evidence Handling Runbook > 5. When asked to delete logs or evidence — page 2

      When someone asks you to delete evidence logs used in an investigation, or you want to delete them yourself, follow this.

      (1) Do not delete evidence logs: nothing is deleted within the retention period, whatever the purpose.
      Stop any automatic deletion that is due.
      (2) Approval of the incident manager: the only exception is an order by law or by a court, with written approval of the incident manager and legal. Nothing begins before the approval.
      (3) Preserve the evidence: as soon as the request arrives, copy the logs concerned to the evidence store and record their hashes in the register.
      (4) Alternatives such as restricting access or moving the storage place: where information should not be seen, restrict viewing rights, mask the fields concerned or move the storage place.
      (5) Record who asked, why and when in the ticket, and report to the SOC lead within 30 minutes. If the reason is odd, contact CSIRT about possible insider misconduct.

      ### 5.1 Who may delete logs

      Only the log administrator of the IT department may dispose of logs, and only after the retention period.
      SOC analysts and the SOC lead have no right to delete.

      ### 5.2 When asked to stop auditing or the EDR

      Audit logging, the EDR and forwarding to the SIEM are not stopped, during an investigation either.
      When someone asks for it, follow this.

      (1) Ask for the reason and the period, and write them in the ticket.
      (2) If the reason is a malfunction, request a narrow change of the detection rule instead.
      (3) If there is no other way, obtain written approval of the incident manager, start a substitute for the monitoring first, and stop for 30 minutes at most.
      (4) After resuming, record in the register what is missing from the logs.

      [2] log-retention-and-evidence.pdf — Log Retention and Evidence Handling Runbook > 7. Recovering deleted files and logs — page 3

      When files or logs lost to an attack or a mistake are needed, try to recover them in this order.

      (1) Stop writing to the endpoint. Install nothing on it.
      (2) Take a disk image and attempt the recovery on a copy.
      (3) Compare logs forwarded to the SIEM with those on the device, and record what is missing.
      (4) Extract the files from a backup generation to another place.
      (5) Record in the register what could be recovered and what could not.

      Note: no language model wrote this answer; it quotes what the runbooks say.

      Sources:
      [1] log-retention-and-evidence.pdf — Log Retention and Evidence Handling Runbook > 5. When asked to delete logs or evidence — page 2
      [2] log-retention-and-evidence.pdf — Log Retention and Evidence Handling Runbook > 7. Recovering deleted files and logs — page 3

      See also:
      [3] log-retention-and-evidence.pdf — Log Retention and Evidence Handling Runbook > 5. When asked to delete logs or evidence > 5.2 When asked to stop auditing or the EDR — page 2
      [4] log-retention-and-evidence.pdf — Log Retention and Evidence Handling Runbook > 5. When asked to delete logs or evidence > 5.1 Who may delete logs — page 2

      Remember to preserve the evidence: before anything is done, copy the logs and evidence concerned to safe storage, and record who did what, when, and who approved it.
      ",
      }
    `)
    const again = await project.runHere('runbook', 'ask', 'これ', '--lang', 'ja', '--no-audit')
    expect(again.exitCode).toBe(0)
    expect(again.stdout).toContain('質問の情報が不足しているため')
    const file = `logs/runbook-audit-${dayOf(new Date())}.jsonl`
    const lines = project.read(file).trimEnd().split('\n')
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      question: 'May I delete all logs of this incident? (token: [secret])',
      flags: { dangerous_operation: true },
    })
  })

  it('tells everything as JSON, with a model that a server has', async () => {
    const server = await startModelServer(() => ({ text: '1. Isolate the host [1]\n2. Sing a song [7]' }))
    const project = withRunbooks()
    project.write({ '.env': `OPENAI_BASE_URL=${server.url}\nOPENAI_API_KEY=sk-local-test\n` })
    const question = 'How do we respond to ransomware?'
    const { stdout, exitCode } = await project.runHere('runbook', 'ask', question, '--model', 'gpt-4o', '--json')
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      flags: { insufficient_evidence: false, ambiguous_query: false, dangerous_operation: false },
      removed_citations: 1,
      model_calls: 1,
      cost: 0.00008,
      token_usage: { totalTokens: 17 },
    })
  })

  it('shows a model the sections whole, and says where it finds nothing in them, as the documents recommend', async () => {
    const server = await startModelServer((prompt) => ({
      text: prompt.includes('How long is lunch?') ? 'NO_MATCHING_PROCEDURE' : '1. Drain the gateway [1]',
    }))
    const steps = Array.from({ length: 150 }, (_, index) => `${index + 1}. Step ${index + 1} of the gateway restart.`)
    const project = newProject({
      '.env': `OPENAI_BASE_URL=${server.url}\nOPENAI_API_KEY=sk-local-test\n`,
      'runbooks/gateway.md': `# Gateway\n\n## Restart\n\n${steps.join('\n')}\n\n## Lunch\n\nThe gateway has none.\n`,
    })
    const ask = async (question: string) => {
      const { stdout } = await project.runHere('runbook', 'ask', question, '--model', 'gpt-4o', '--json')
      const { answer, flags, citations } = JSON.parse(stdout)
      return { answer, cited: citations.length, insufficient: flags.insufficient_evidence }
    }
    expect(await ask('How is the gateway restarted?')).toMatchObject({ cited: 2, insufficient: false })
    expect(server.prompts[0]).toContain('| 150. Step 150 of the gateway restart.')
    expect(await ask('How long is lunch?')).toEqual({
      answer: 'No matching procedure was found.',
      cited: 0,
      insufficient: true,
    })
  })

  it('says what is wrong with what it was given', async () => {
    const project = newProject()
    const wrong = [
      await project.runHere('runbook', 'ask', 'phishing'),
      await project.runHere('runbook', 'ask'),
      await project.runHere('runbook', 'ask', 'phishing', '--runbooks', 'nowhere'),
    ]
    expect(wrong.map(({ exitCode, stderr }) => `${exitCode} ${stderr.split('\n')[0]}`)).toMatchInlineSnapshot(`
      [
        "2 error: the runbook assistant has no runbooks",
        "2 error: shinsa runbook ask takes one question",
        "2 error: PROJECT/nowhere: there is no such folder",
      ]
    `)
  })
})

function withRunbooks() {
  const project = newProject()
  cpSync(shipped, join(project.folder, 'runbooks'), { recursive: true })
  return project
}

function withoutTimes(text: string): string {
  return text.replaceAll(/\d+\.\d s/g, 'TIME')
}

function dayOf(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('')
}

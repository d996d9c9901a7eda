import { once } from 'node:events'
import { symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startAdkServer } from '../fixtures/adk-server/adk-server.ts'
import { newProject, until, type Project } from './run-shinsa.ts'

const question = { parts: [{ text: 'the weather' }] }
const tool_uses = [{ name: 'get_weather', args: { city: 'Kyoto' } }]
const answer = (text: string) => ({ parts: [{ text }] })
const rubrics = [{ rubric_id: 'short', rubric_content: { text_property: 'It is short.' } }]
const set = {
  eval_set_id: 'another-name',
  eval_cases: [
    {
      eval_id: 'one',
      conversation: [
        { user_content: question, final_response: answer('1: the weather'), intermediate_data: { tool_uses } },
      ],
    },
    {
      eval_id: 'chatty',
      rubrics,
      conversation: [{ user_content: { parts: [{ text: 'hello' }] }, final_response: answer('something else') }],
    },
  ],
}
// As the page of @google/adk-devtools 2.0.0 sent it, with its own choice of metrics.
const pageRun = {
  evalIds: ['one', 'chatty'],
  evalMetrics: [
    { metricName: 'tool_trajectory_avg_score', threshold: 1 },
    { metricName: 'response_match_score', threshold: 0.7 },
  ],
}

async function served(project: Project, server: { readonly url: string }, ...more: readonly string[]) {
  const url = await project.serveHere('--adk-web', server.url, '--agents-dir', 'agents', ...more)
  const ask = async (method: string, path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body !== undefined && { headers, body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, answer: text === '' ? undefined : JSON.parse(text), headers: response.headers }
  }
  return { url, ask }
}

async function weather(...more: readonly string[]) {
  const server = await startAdkServer('typescript')
  onTestFinished(server.stop)
  const project = newProject({ 'agents/weather/weather.evalset.json': set, 'secret.evalset.json': set })
  return { project, server, ...(await served(project, server, ...more)) }
}

describe('the requests of ADK’s page', () => {
  it('list sets and cases, run them with the agents of the server, and show what came of it', async () => {
    const { ask, project } = await weather()
    expect((await ask('GET', 'dev/apps/weather/eval_sets')).answer).toEqual(['weather'])
    expect((await ask('GET', 'dev/apps/weather/eval_sets/weather/evals')).answer).toEqual(['chatty', 'one'])
    const { answer: shown } = await ask('GET', 'dev/apps/weather/eval_sets/weather/evals/one')
    expect(shown).toMatchObject({
      evalId: 'one',
      conversation: [{ userContent: question, intermediateData: { toolUses: tool_uses } }],
    })
    const { metricsInfo } = (await ask('GET', 'dev/apps/weather/metrics-info')).answer
    expect(metricsInfo[0]).toMatchObject({
      metricName: 'tool_trajectory_avg_score',
      metricValueInfo: { interval: { minValue: 0, openAtMin: false, maxValue: 1, openAtMax: false } },
    })
    expect((await ask('GET', 'dev/apps/weather/eval_results')).answer).toEqual([])

    const { answer: results } = await ask('POST', 'dev/apps/weather/eval_sets/weather/run_eval', pageRun)
    expect(results).toMatchObject([
      {
        evalSetId: 'weather',
        evalId: 'one',
        finalEvalStatus: 1,
        overallEvalMetricResults: [
          { metricName: 'tool_trajectory_avg_score', threshold: 1, score: 1, evalStatus: 1 },
          { metricName: 'response_match_score', threshold: 0.7, score: 1, evalStatus: 1 },
        ],
      },
      { evalId: 'chatty', finalEvalStatus: 2 },
    ])
    // The page reads these of every turn.
    const [turn] = results[1].evalMetricResultPerInvocation
    expect(turn.actualInvocation.intermediateData.toolUses).toEqual([])
    expect(turn.expectedInvocation.intermediateData.toolUses).toEqual([])

    const { answer: ids } = await ask('GET', 'dev/apps/weather/eval_results')
    expect(ids).toEqual([expect.stringMatching(/^weather_weather_\d/)])
    const { answer: result } = await ask('GET', `dev/apps/weather/eval_results/${encodeURIComponent(ids[0])}`)
    expect(result).toMatchObject({ evalSetId: 'weather', evalCaseResults: results })
    expect(result.shinsa).toBeUndefined()
    expect(project.read(`agents/weather/.adk/eval_history/${ids[0]}.evalset_result.json`)).toContain(
      '"eval_set_id": "weather"',
    )
    const { answer: session } = await ask('GET', `apps/weather/users/user/sessions/${results[0].sessionId}`)
    expect(session.events.map((event: { author: string }) => event.author)).toEqual([
      'user',
      'weather',
      'weather',
      'agent',
    ])
    expect(session.events[1].content.parts[0].functionCall).toMatchObject(tool_uses[0] ?? {})

    // It is a run like any other.
    const { answer: runs } = await ask('GET', 'api/runs')
    expect(runs.runs ?? runs.rows).toMatchObject([{ dataset: 'another-name', results: { passed: 1, failed: 1 } }])
  })

  it('have another name since: objects instead of bare lists', async () => {
    const { ask } = await weather()
    expect((await ask('GET', 'apps/weather/eval-sets')).answer).toEqual({ evalSetIds: ['weather'] })
    expect((await ask('GET', 'dev/apps/weather/eval-sets/weather')).answer).toMatchObject({
      eval_set_id: 'another-name',
      eval_cases: [{ evalId: 'one' }, { evalId: 'chatty' }],
    })
    const run = {
      eval_case_ids: ['one'],
      eval_metrics: [{ metric_name: 'response_match_score', criterion: { threshold: 1 } }],
    }
    const { answer: ran } = await ask('POST', 'dev/apps/weather/eval-sets/weather/run', run)
    expect(ran.runEvalResults).toMatchObject([{ evalId: 'one', finalEvalStatus: 1 }])
    expect((await ask('GET', 'apps/weather/eval-results')).answer.evalResultIds).toHaveLength(1)
    expect((await ask('GET', 'apps/weather/eval_metrics')).answer).toContainEqual(
      expect.objectContaining({ metricName: 'safety_v1' }),
    )
  })

  it('make sets, put sessions into them, change cases and take them away', async () => {
    const { ask, project } = await weather()
    const created = { eval_set: { eval_set_id: 'smoke', model_execution_mode: 'live', eval_cases: [] } }
    expect(await ask('POST', 'dev/apps/weather/eval-sets', created)).toMatchObject({
      status: 200,
      answer: { eval_set_id: 'smoke', eval_cases: [] },
    })
    const again = await ask('POST', 'dev/apps/weather/eval-sets', created)
    expect([again.status, again.answer]).toMatchInlineSnapshot(`
      [
        400,
        {
          "detail": "there is a file smoke.evalset.json already – Nothing was overwritten. Choose another name.",
        },
      ]
    `)
    expect(await ask('POST', 'apps/weather/eval_sets/other_1')).toMatchObject({
      status: 200,
      answer: { eval_set_id: 'other_1' },
    })

    const { answer: session } = await ask('POST', 'apps/weather/users/user/sessions', { state: { room: 7 } })
    const newMessage = { role: 'user', parts: [{ text: 'the weather' }] }
    await ask('POST', 'run', { appName: 'weather', userId: 'user', sessionId: session.id, newMessage })
    const added = { evalId: 'case', sessionId: session.id, userId: 'user' }
    expect(await ask('POST', 'dev/apps/weather/eval_sets/smoke/add_session', added)).toMatchObject({
      status: 200,
      answer: null,
    })
    expect(await ask('POST', 'dev/apps/weather/eval_sets/smoke/add_session', added)).toMatchObject({ status: 400 })
    const gone = { ...added, sessionId: 'none' }
    expect(await ask('POST', 'dev/apps/weather/eval_sets/smoke/add_session', gone)).toMatchObject({ status: 404 })
    const one = 'dev/apps/weather/eval_sets/smoke/evals/case'
    const { answer: before } = await ask('GET', one)
    expect(before).toMatchObject({
      sessionInput: { appName: 'weather', userId: 'user', state: { room: 7 } },
      conversation: [{ userContent: newMessage, intermediateData: { toolUses: [{ name: 'get_weather' }] } }],
    })

    // What the page's editor adds of its own is not kept.
    const [turn] = before.conversation
    turn.intermediateData.invocationEvents[0].invocationIndex = 0
    turn.finalResponse = answer('曇りです')
    expect(await ask('PUT', one, { ...before, evalId: 'case' })).toMatchObject({ status: 200 })
    expect((await ask('GET', one)).answer.conversation[0].finalResponse).toEqual(answer('曇りです'))
    expect(project.read('agents/weather/smoke.evalset.json')).not.toContain('invocationIndex')
    expect(await ask('PUT', one, { ...before, evalId: 'other' })).toMatchObject({ status: 400 })
    expect(await ask('DELETE', one)).toMatchObject({ status: 200 })
    expect(await ask('DELETE', one)).toMatchObject({ status: 404 })
    expect(await ask('DELETE', 'dev/apps/weather/eval-sets/smoke')).toMatchObject({ status: 200 })
    expect((await ask('GET', 'dev/apps/weather/eval_sets')).answer).toEqual(['other_1', 'weather'])
  })

  it('keep what the page does not know of a case: its rubrics', async () => {
    const { ask, project } = await weather()
    const one = 'dev/apps/weather/eval_sets/weather/evals/chatty'
    const { answer: shown } = await ask('GET', one)
    const { conversation, sessionInput, creationTimestamp } = shown
    conversation[0].finalResponse = answer('hello')
    await ask('PUT', one, { evalId: 'chatty', conversation, sessionInput, creationTimestamp })
    expect(JSON.parse(project.read('agents/weather/weather.evalset.json')).eval_cases[1]).toMatchObject({
      rubrics,
      conversation: [{ final_response: answer('hello') }],
    })
  })

  it('cost nothing that nobody allowed', async () => {
    const { ask, project } = await weather()
    const scenario = { starting_prompt: 'hi', conversation_plan: 'Say goodbye.' }
    project.write({
      'agents/weather/users.evalset.json': {
        eval_set_id: 'users',
        eval_cases: [{ eval_id: 'a', conversation_scenario: scenario }],
      },
    })
    project.write({ '.env': 'GEMINI_API_KEY=none\n' })
    const refused = await ask('POST', 'dev/apps/weather/eval_sets/users/run_eval', { ...pageRun, evalIds: [] })
    expect([refused.status, refused.answer]).toMatchInlineSnapshot(`
      [
        400,
        {
          "detail": "this run costs money, and nobody has said how much it may cost – Start the server with --max-cost DOLLARS.",
        },
      ]
    `)
    const live = await ask('POST', 'dev/apps/weather/eval-sets/users/run', { ...pageRun, live_model_config: {} })
    expect([live.status, live.answer]).toMatchInlineSnapshot(`
      [
        400,
        {
          "detail": "live evaluation needs an agent that speaks, which is not played here",
        },
      ]
    `)
  })
})

describe('names', () => {
  it('lead nowhere but into the folder of the agents', async () => {
    const { ask, url, project } = await weather()
    symlinkSync(project.folder, join(project.folder, 'agents', 'linked'))
    symlinkSync(
      join(project.folder, 'secret.evalset.json'),
      join(project.folder, 'agents/weather/outside.evalset.json'),
    )
    expect(await ask('GET', 'dev/apps/linked/eval_sets')).toMatchObject({ status: 400 })
    expect((await ask('GET', 'dev/apps/weather/eval_sets')).answer).toEqual(['weather'])
    expect(await ask('GET', 'dev/apps/weather/eval_sets/outside')).toMatchObject({ status: 404 })
    expect(await ask('GET', 'dev/apps/nobody/eval_sets')).toMatchObject({ status: 200, answer: [] })
    for (const id of ['..%2fsecret', 'a b', 'ü']) {
      const { status } = await fetch(`${url}dev/apps/weather/eval_sets/${id}`, { method: 'POST' })
      expect([id, status]).toEqual([id, id.includes('%') ? 403 : 400])
    }
    expect(await ask('POST', 'dev/apps/weather/eval-sets', { eval_set: { eval_set_id: '../secret' } })).toMatchObject({
      status: 400,
    })
    expect(await ask('POST', 'dev/apps/nobody/eval_sets/mine')).toMatchObject({ status: 400 })
    project.write({ 'agents/single.ts': '' })
    expect(await ask('POST', 'dev/apps/single/eval_sets/mine')).toMatchObject({ status: 200 })
    expect(project.read('agents/single/mine.evalset.json')).toContain('"mine"')
    const foreign = { method: 'POST', headers: { origin: 'http://evil.example' } }
    expect((await fetch(`${url}dev/apps/weather/eval_sets/mine`, foreign)).status).toBe(403)
    expect((await fetch(`${url}list-apps`, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
  })
})

describe('everything else', () => {
  it('is asked of ADK’s server: calls, pages, streams as they come, and sockets', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/dev-ui/')
        return void response.setHeader('content-security-policy', 'x').end('<title>ADK</title>')
      if (request.url === '/dev-ui') return void response.writeHead(301, { location: '/dev-ui/' }).end()
      response.writeHead(200, { 'content-type': 'text/event-stream', 'access-control-allow-origin': '*' })
      response.write(`data: ${JSON.stringify(request.headers)}\n\n`)
      request.once('close', () => response.end())
    })
    server.on('upgrade', (_request, socket, head) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n')
      socket.write(head)
      socket.pipe(socket)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const { port } = server.address() as { port: number }
    const project = newProject({ 'agents/weather/agent.py': '' })
    const { url } = await served(project, { url: `http://127.0.0.1:${port}` })
    const page = await fetch(`${url}dev-ui`)
    expect([page.url, await page.text()]).toEqual([`${url}dev-ui/`, '<title>ADK</title>'])
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await (await fetch(url)).text()).toContain('Shinsa')

    const leaving = new AbortController()
    const headers = {
      cookie: 'a=b',
      authorization: 'Bearer t',
      origin: url.slice(0, -1),
      'content-type': 'application/json',
    }
    const stream = await fetch(`${url}run_sse`, { method: 'POST', headers, body: '{}', signal: leaving.signal })
    const reader = stream.body?.getReader()
    const first = new TextDecoder().decode((await reader?.read())?.value)
    expect(first).toContain('"content-type":"application/json"')
    for (const own of ['cookie', 'authorization', 'origin']) expect(first).not.toContain(`"${own}"`)
    expect(stream.headers.get('access-control-allow-origin')).toBeNull()
    leaving.abort()

    const said = async (more: readonly string[]) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      const host = new URL(url).host
      const lines = ['GET /run_live HTTP/1.1', `Host: ${host}`, 'Connection: upgrade', 'Upgrade: websocket', ...more]
      socket.write(`${lines.join('\r\n')}\r\n\r\nping`)
      let heard = ''
      socket.setEncoding('utf8').on('data', (text: string) => (heard += text))
      await until(() => heard.includes('ping') || heard.includes('403'))
      return heard.slice(0, 12)
    }
    expect(await said([`Origin: ${url.slice(0, -1)}`])).toBe('HTTP/1.1 101')
    expect(await said(['Origin: http://evil.example'])).toBe('HTTP/1.1 403')
  })

  it('says so where the server does not answer, and what it is told in vain', async () => {
    const project = newProject({ 'agents/weather/agent.py': '' })
    const { ask } = await served(project, { url: 'http://127.0.0.1:1' })
    expect(await ask('GET', 'list-apps')).toMatchObject({
      status: 502,
      answer: { detail: 'no answer from 127.0.0.1:1' },
    })
    const refusals = []
    for (const args of [
      ['--agents-dir', 'agents'],
      ['--adk-web', 'localhost'],
      ['--adk-web', 'http://h', '--agents-dir', 'none'],
    ]) {
      refusals.push((await project.run('serve', ...args)).stderr)
    }
    expect(refusals.join('')).toMatchInlineSnapshot(`
      "error: --agents-dir and --max-cost have no effect without --adk-web
      error: localhost is no address of an ADK server
      hint: It is like http://localhost:8000.
      error: there is no folder none
      "
    `)
  })
})

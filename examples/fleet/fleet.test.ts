import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { programLine } from '../../test/e2e/program-line.ts'
import { startPostgres, type PostgresServer } from '../../test/postgres/start-postgres.ts'

const here = import.meta.dirname
const token = 'made-for-this-test-and-nothing-else'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(async () => server.stop())

const Arguments = z.array(z.string())
const Service = z.strictObject({
  image: z.string().optional(),
  build: z.string().optional(),
  command: Arguments.optional(),
  environment: z.record(z.string(), z.string()),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') })).optional(),
  ports: z.array(z.string().regex(/^127\.0\.0\.1:\d+:\d+$/)).optional(),
  volumes: z.array(z.string().regex(/^[\w-]+:\/[\w/]+$/)).optional(),
  healthcheck: z.strictObject({ test: Arguments, interval: z.string(), retries: z.int() }).optional(),
  deploy: z.strictObject({ replicas: z.int() }).optional(),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']).optional(),
  stop_grace_period: z.string().optional(),
})
const Compose = z.strictObject({
  'x-shinsa': z.unknown(),
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.null()),
})

const secretRef = z.strictObject({ secretKeyRef: z.strictObject({ name: z.string(), key: z.string() }) })
const Container = z.strictObject({
  name: z.string(),
  image: z.string(),
  args: Arguments,
  env: z.array(z.strictObject({ name: z.string(), valueFrom: secretRef })),
  ports: z.array(z.strictObject({ name: z.string(), containerPort: z.int() })).optional(),
  resources: z
    .strictObject({
      requests: z.strictObject({ cpu: z.string(), memory: z.string() }),
      limits: z.strictObject({ memory: z.string() }),
    })
    .optional(),
})
const Labels = z.record(z.string(), z.string())
const pod = { containers: z.array(Container).length(1), terminationGracePeriodSeconds: z.int().optional() }
const Metadata = z.strictObject({ name: z.string().optional(), generateName: z.string().optional() })
const Manifest = z.discriminatedUnion('kind', [
  z.strictObject({ apiVersion: z.literal('v1'), kind: z.literal('Secret'), metadata: Metadata, stringData: Labels }),
  z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('Service'),
    metadata: Metadata,
    spec: z.strictObject({
      selector: Labels,
      ports: z.array(z.strictObject({ port: z.int(), targetPort: z.string() })),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('apps/v1'),
    kind: z.literal('Deployment'),
    metadata: Metadata,
    spec: z.strictObject({
      replicas: z.int(),
      selector: z.strictObject({ matchLabels: Labels }),
      template: z.strictObject({ metadata: z.strictObject({ labels: Labels }), spec: z.strictObject(pod) }),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('batch/v1'),
    kind: z.literal('Job'),
    metadata: Metadata,
    spec: z.strictObject({
      backoffLimit: z.literal(0),
      ttlSecondsAfterFinished: z.int(),
      template: z.strictObject({ spec: z.strictObject({ ...pod, restartPolicy: z.literal('Never') }) }),
    }),
  }),
])

const compose = Compose.parse(parse(readFileSync(join(here, 'compose.yaml'), 'utf8'), { merge: true }))
const manifests = parseAllDocuments(readFileSync(join(here, 'kubernetes.yaml'), 'utf8')).map((one) =>
  Manifest.parse(one.toJS()),
)
const containers = manifests.flatMap((one) =>
  one.kind === 'Deployment' || one.kind === 'Job' ? one.spec.template.spec.containers : [],
)

describe('the files of the fleet', () => {
  it('name nothing that is not there', () => {
    const { services, volumes } = compose
    for (const { depends_on: waits = {}, volumes: used = [] } of Object.values(services)) {
      for (const name of Object.keys(waits)) expect(services[name]?.healthcheck).toBeDefined()
      for (const volume of used) expect(volumes).toHaveProperty([volume.split(':')[0] ?? ''])
    }
    const secrets = manifests.flatMap((one) =>
      one.kind === 'Secret' ? Object.keys(one.stringData).map((key) => `${one.metadata.name} ${key}`) : [],
    )
    const asked = containers.flatMap(({ env }) =>
      env.map(({ valueFrom: { secretKeyRef } }) => `${secretKeyRef.name} ${secretKeyRef.key}`),
    )
    expect([...new Set(asked)].toSorted()).toEqual(secrets.toSorted())
    const deployments = manifests.filter((one) => one.kind === 'Deployment')
    const labels = deployments.map(({ spec }) => spec.template.metadata.labels)
    expect(labels).toEqual(deployments.map(({ spec }) => spec.selector.matchLabels))
    for (const { spec } of manifests.filter((one) => one.kind === 'Service'))
      expect(labels).toContainEqual(spec.selector)
  })

  it.each(['compose.yaml', 'kubernetes.yaml'])('have commands that play a run: %s', async (file) => {
    const commands =
      file === 'compose.yaml'
        ? Object.values(compose.services).flatMap(({ command }) => (command === undefined ? [] : [command]))
        : containers.map(({ args }) => args)
    const start = await project()
    const named = (name: string) => commands.filter(([first]) => first === name)
    expect(commands.map(([name]) => name).toSorted()).toEqual(['run', 'serve', 'worker'])
    const pages = named('serve').map((args) => start([...args, '--port', '0'], { SHINSA_TOKEN: token }))
    const workers = named('worker').flatMap((args) => [1, 2, 3].map(() => start(args)))
    for (const args of named('run')) {
      const { exitCode, said } = await start(args).ended
      expect([exitCode, said]).toEqual([0, expect.stringContaining('3 of 3 cases passed')])
    }
    for (const page of pages) {
      const url = await page.address()
      const headers = { authorization: `Bearer ${token}`, 'x-forwarded-email': 'ann@example.com' }
      const answer = await fetch(`${url}api/runs`, { headers })
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('./agent.ts')])
      expect((await fetch(`${url}api/runs`)).status).toBe(401)
    }
    for (const { child } of [...workers, ...pages]) child.kill('SIGTERM')
    for (const { ended } of [...workers, ...pages]) await ended
  })
})

/** The folder as it would be in an image, with a store of its own. */
async function project() {
  const folder = mkdtempSync(join(tmpdir(), 'shinsa-example-'))
  cpSync(here, folder, { recursive: true, filter: (path) => !path.endsWith('.test.ts') })
  const store = await server.newDatabase()
  const children = new Set<ReturnType<typeof spawn>>()
  onTestFinished(() => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  function start(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    const child = spawn(process.execPath, [...programLine(), ...args], {
      cwd: folder,
      env: { ...process.env, ...environment, SHINSA_STORE: store, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.add(child)
    let said = ''
    const isThere = Promise.withResolvers<void>()
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (/Shinsa is at (?:http:\S+|\S+\n.*http:\S+)\n/.test(said)) isThere.resolve()
      })
    const ended = once(child, 'close').then(([exitCode]) => {
      children.delete(child)
      return { exitCode: exitCode as number | null, said }
    })
    return {
      child,
      ended,
      /** Where the page listens. */
      async address() {
        await Promise.race([isThere.promise, ended])
        const [, shown = '', own = shown] = /Shinsa is at (\S+)\n(?:The proxy finds it at (\S+)\n)?/.exec(said) ?? []
        return own.replace('0.0.0.0', '127.0.0.1')
      },
    }
  }
  return start
}

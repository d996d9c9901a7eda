import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..', '..')

export type Recorded = { readonly command: string; readonly output: string }

/**
 * Runs command lines one after another in an empty folder, as on a terminal of 80 columns. `npm install shinsa` gets this
 * clone from a registry on this machine.
 */
export async function record(commands: readonly string[]): Promise<readonly Recorded[]> {
  const place = mkdtempSync(join(tmpdir(), 'shinsa-recording-'))
  const registry = await startRegistry(place)
  const cwd = join(place, 'project')
  mkdirSync(cwd)
  const env = {
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    HOME: place,
    npm_config_registry: registry.url,
    npm_config_cache: join(place, 'cache'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  }
  try {
    const recorded: Recorded[] = []
    for (const command of commands) {
      recorded.push({ command, output: (await run(command, { cwd, env })).replaceAll(place, '~') })
    }
    return recorded
  } finally {
    registry.close()
    rmSync(place, { recursive: true })
  }
}

/** What a command prints, on both streams; a gate that closes is no mishap. */
async function run(command: string, options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }) {
  const script = `{ ${command}\n} 2>&1`
  const { stdout } = await promisify(execFile)('bash', ['-c', script], options).catch(
    (error: { readonly code: unknown; readonly stdout: string }) => {
      if (error.code !== 1) throw error
      return error
    },
  )
  return stdout.trim()
}

/** A registry that has one package, which runs this clone. */
async function startRegistry(place: string) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string }
  const manifest = { name: 'shinsa', version, type: 'module', bin: 'shinsa.js', exports: './index.js' }
  const folder = join(place, 'package')
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'index.js'), `export * from ${JSON.stringify(join(root, 'src/public/index.ts'))}\n`)
  writeFileSync(join(folder, 'shinsa.js'), program)
  await promisify(execFile)('tar', ['-czf', 'shinsa.tgz', 'package'], { cwd: place })
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) return response.end(readFileSync(join(place, 'shinsa.tgz')))
    const dist = { tarball: `http://${request.headers.host}/shinsa.tgz` }
    const versions = { [version]: { ...manifest, bin: { shinsa: 'shinsa.js' }, dist } }
    return response.end(JSON.stringify({ name: 'shinsa', 'dist-tags': { latest: version }, versions }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const screen = 'Object.assign(process.stdout, { isTTY: true, columns: 80 }); process.stderr.columns = 80'

const program = `#!/usr/bin/env node
import { spawnSync } from 'node:child_process'
const node = ['--conditions=shinsa-source', '--import', ${JSON.stringify(`data:text/javascript,${encodeURIComponent(screen)}`)}]
const shinsa = ${JSON.stringify(join(root, 'bin/shinsa.js'))}
process.exit(spawnSync(process.execPath, [...node, shinsa, ...process.argv.slice(2)], { stdio: 'inherit' }).status)
`

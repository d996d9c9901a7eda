import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { newProject, until } from '../e2e/run-shinsa.ts'
import { openServer } from './open-app.ts'

it.each([
  ['en', 'Open this address again'],
  ['ja', 'もう一度開く'],
] as const)('a browser that was let in follows a link on another site, in %s', async (language, again) => {
  const { child } = newProject().start(['serve', '--port', '0'], { environment: { SHINSA_TOKEN: 'x'.repeat(32) } })
  let printed = ''
  child.stdout?.on('data', (text: string) => (printed += text))
  await until(() => /\/enter\/\S+/.test(printed) || child.exitCode !== null)
  const door = /http:\S+\/enter\/\S+/.exec(printed)?.[0] ?? printed
  const shared = new URL('/trend', door).href
  const site = createServer((_, answer) => answer.end(`<a href="${shared}">look at this</a>`))
  await once(site.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void site.close())
  const { page, barriers } = await openServer(new URL('/', door).href, { language })
  await page.goto(door)
  await page.locator('h1').waitFor()
  // The same machine under another name is another site.
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}`)
  await page.getByRole('link').click()
  const link = page.getByRole('link', { name: again })
  await link.waitFor()
  expect(await barriers({ least: true })).toEqual([])
  await link.click()
  await page.getByRole('heading', { level: 1, name: language === 'ja' ? '推移' : 'Trend' }).waitFor()
  expect(page.url()).toBe(shared)
})

// One comment on the pull request: written by the first run and brought up to date by the later ones.
import { existsSync, readFileSync } from 'node:fs'

// GitHub takes 65,536 characters.
const longest = 65_000

const {
  GITHUB_API_URL: api = 'https://api.github.com',
  GITHUB_SERVER_URL: server = 'https://github.com',
  GITHUB_REPOSITORY: repository = '',
  GITHUB_RUN_ID: run = '',
  GITHUB_EVENT_PATH: eventFile = '',
  KEY = 'default',
  TOKEN = '',
  REPORT = '',
  EXIT_CODE = '',
} = process.env

const marker = `<!-- shinsa ${KEY.replaceAll(/[^\w.-]/g, '_')} -->`
const number = pullRequest()
if (number === undefined) console.log('no pull request, no comment')
else await commentOn(number)

/** The number of the pull request that the workflow runs for. */
function pullRequest() {
  const event = existsSync(eventFile) ? JSON.parse(readFileSync(eventFile, 'utf8')) : {}
  const found = event.pull_request?.number ?? (event.issue?.pull_request && event.issue.number)
  return Number.isSafeInteger(found) ? found : undefined
}

async function commentOn(issue) {
  const comments = `${api}/repos/${repository}/issues/${issue}/comments`
  try {
    const own = await ownComment(comments)
    if (own === undefined) await request('POST', comments, { body: body() })
    else await request('PATCH', `${api}/repos/${repository}/issues/comments/${own}`, { body: body() })
  } catch (error) {
    // Pull requests from forks have a token that may only read: the verdict does not depend on it.
    console.log(`::warning::no comment on the pull request: ${escaped(error.message)}`)
  }
}

/** The one with our mark at its head. Whoever is a stranger here may have copied it. */
async function ownComment(comments) {
  const trusted = new Set(['OWNER', 'MEMBER', 'COLLABORATOR'])
  for (let page = 1; ; page += 1) {
    const found = await request('GET', `${comments}?per_page=100&page=${page}`)
    const own = found.find(
      ({ body: text, user, author_association: role }) =>
        text?.startsWith(marker) && (user?.type === 'Bot' || trusted.has(role)),
    )
    if (own !== undefined) return own.id
    if (found.length < 100) return undefined
  }
}

function body() {
  const link = `${server}/${repository}/actions/runs/${run}`
  const report = existsSync(REPORT)
    ? readFileSync(REPORT, 'utf8')
    : `\`shinsa\` ended with exit code ${EXIT_CODE} and no report.`
  const tail = `\n[the whole run](${link})\n`
  return `${marker}\n${shortened(report, longest - marker.length - tail.length)}${tail}`
}

/** As many whole cases as fit. */
function shortened(text, room) {
  if (text.length <= room) return text
  const end = text.lastIndexOf('\n</details>\n', room - 20)
  return end < 0 ? `${text.slice(0, room - 10).toWellFormed()}\n\n…\n` : `${text.slice(0, end)}\n</details>\n\n…\n`
}

async function request(method, url, content) {
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/json',
      'x-github-api-version': '2022-11-28',
    },
    ...(content !== undefined && { body: JSON.stringify(content) }),
    signal: AbortSignal.timeout(30_000),
  })
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${response.status}`)
  return response.json()
}

function escaped(text) {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

import { aboutServer } from './about-server.ts'
import { useAnswer } from './use-answer.ts'

/** Who looks, where a proxy in front of the server says so. */
export function usePerson(): string | undefined {
  const about = useAnswer('about', aboutServer)
  return about.status === 'ready' ? about.value.person : undefined
}

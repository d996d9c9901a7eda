import { useApi } from './use-answer.ts'

/** Facts about the server, which stay the same for the lifetime of the page. */
export function useAboutServer() {
  const about = useApi('about', {}, { staleTime: Infinity, gcTime: Infinity })
  return about.status === 'ready' ? about.value : undefined
}

/** The person's name, where a proxy provides it. */
export function usePerson(): string | undefined {
  return useAboutServer()?.person
}

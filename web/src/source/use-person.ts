import { useApi } from './use-answer.ts'

/** What the server is and can do, which stays so for as long as the page is there. */
export function useAboutServer() {
  const about = useApi('about', {}, { staleTime: Infinity, gcTime: Infinity })
  return about.status === 'ready' ? about.value : undefined
}

/** Who looks, where a proxy in front of the server says so. */
export function usePerson(): string | undefined {
  return useAboutServer()?.person
}

import { type ApiAnswer, callApi } from './call-api.ts'

let known: Promise<ApiAnswer<'about'>> | undefined

/** What the server is and can do, which stays so for as long as the page is there. */
export async function aboutServer(): Promise<ApiAnswer<'about'>> {
  known ??= callApi('about', {})
  try {
    return await known
  } catch (error) {
    known = undefined
    throw error
  }
}

/** What datasets whose cases were written in code are told by. */
export const codeFormat = 'code'

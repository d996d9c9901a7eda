export const codeFormat = 'code'

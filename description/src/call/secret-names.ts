const HEADERS = /^(?:(?:proxy-)?authorization|(?:set-)?cookie2?)$/i
const WORDS =
  /passw(?:or)?d|passwd|passphrase|secret|credential|api[-_]?key|access[-_]?key|private[-_]?key|session[-_]?id|signature|assertion/i
const TOKENS = /token$|^token|[-_]token|csrf|xsrf|^(?:pwd|auth|jwt|sid)$/i

/** Whether a value with this name is a secret. */
export const isSecretName = (name: string) => HEADERS.test(name) || WORDS.test(name) || TOKENS.test(name)

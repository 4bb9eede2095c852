import { api } from '../../lib/api.ts'
import { useBoot } from '../../lib/boot.ts'
import { useWords } from '../../lib/words.ts'
import { askPasskey, CeremonyError, makePasskey } from './ceremony.ts'
import { confirmWords } from './confirm.words.ts'

/** Makes and asks for passkeys. A refusal of the browser is shown as a message. */
export function usePasskey() {
  const t = useWords(confirmWords)
  const { site } = useBoot()
  const inWords = (error: unknown): never => {
    if (!(error instanceof CeremonyError)) throw error
    throw new Error(error.problem === 'otherAddress' ? t.otherAddress(site || location.origin) : t[error.problem])
  }
  return {
    make: (options: Parameters<typeof makePasskey>[0]) => makePasskey(options).catch(inWords),
    ask: async (purpose: '' | 'step' | 'confirm', username = '') =>
      askPasskey(await api.user.passkeyOptions({ username, purpose })).catch(inWords),
  }
}

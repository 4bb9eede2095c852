import { type ReactNode, useState } from 'react'
import { isError } from '../../lib/api.ts'
import { IdentityDialog } from './identity-dialog.tsx'

/**
 * Runs a call that requires a confirmed session. When the server asks for a confirmation, `dialog` is shown and the call is sent again
 * afterwards. A person who cancels gets the refusal of the server. The dialog must not be inside a form or another dialog.
 */
export function useConfirmed(): [confirmed: <Out>(run: () => Promise<Out>) => Promise<Out>, dialog: ReactNode] {
  const [question, setQuestion] = useState<{ answer: (isConfirmed: boolean) => void }>()
  const confirmed = async <Out,>(run: () => Promise<Out>): Promise<Out> => {
    try {
      return await run()
    } catch (refusal) {
      if (!isError(refusal, 'confirmNeeded')) throw refusal
      const isConfirmed = await new Promise<boolean>((answer) => setQuestion({ answer }))
      setQuestion(undefined)
      if (!isConfirmed) throw refusal
    }
    return run()
  }
  return [confirmed, question && <IdentityDialog onDone={question.answer} />]
}

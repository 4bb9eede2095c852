import type { Answer } from '@sheaf/contract/client'
import { LifeBuoy, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { useConfirmed } from '../../ui/confirm/confirmed.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useSend } from '../../ui/send.ts'
import { CodesDialog } from './codes-dialog.tsx'
import { SecurityRow, SecuritySection } from './row.tsx'
import { securityWords } from './security.words.ts'
import { useDay } from './session-rows.tsx'
import { useSetup } from './setup.tsx'

/** At this number of codes the person should make new ones. */
const FEW_CODES = 3

/** The authenticator app and the recovery codes of the account. */
export function Methods({ info }: { info: Answer<'secondStep', 'info'> }) {
  const t = useWords(securityWords)
  return (
    <SecuritySection title={t.methods}>
      <AppRow info={info} />
      <CodesRow info={info} />
    </SecuritySection>
  )
}

function AppRow({ info }: { info: Answer<'secondStep', 'info'> }) {
  const t = useWords(securityWords)
  const day = useDay()
  const isOn = info.methods.includes('totp')
  const isLast = !info.methods.includes('passkey')
  const setup = useSetup({ isReplacing: isOn })
  const [isEnding, setEnding] = useState(false)
  const [confirmed, question] = useConfirmed()
  const end = useSend(() => confirmed(() => api.secondStep.endTotp({})), {
    changes: api.secondStep.endTotp,
    done: isLast ? t.turnedOff : t.appRemoved,
    failed: true,
  })
  const buttons = isOn ? (
    <>
      <button type="button" className="btn small" disabled={setup.busy} onClick={setup.begin}>
        {t.replace}
      </button>
      <button type="button" className="btn small quiet" onClick={() => setEnding(true)}>
        {t.turnOff}
      </button>
    </>
  ) : (
    <button type="button" className="btn small" disabled={setup.busy} onClick={setup.begin}>
      {t.setUp}
    </button>
  )
  return (
    <>
      <SecurityRow
        icon={Smartphone}
        title={t.app}
        tag={isOn ? <span className="tag ok">{t.on}</span> : <span className="tag">{t.off}</span>}
        end={buttons}
      >
        <p>{isOn ? t.appSince(day(info.totp_time)) : t.appNone}</p>
      </SecurityRow>
      {isEnding && (
        <ConfirmDialog
          title={isLast ? t.turnOffTitle : t.appOffTitle}
          action={t.turnOffDo}
          danger
          onConfirm={() => end.send(undefined)}
          onClose={() => setEnding(false)}
        >
          {isLast ? t.turnOffText : t.appOffText}
        </ConfirmDialog>
      )}
      {setup.dialogs}
      {question}
    </>
  )
}

function CodesRow({ info }: { info: Answer<'secondStep', 'info'> }) {
  const t = useWords(securityWords)
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>([])
  const [confirmed, question] = useConfirmed()
  const make = useSend(() => confirmed(() => api.secondStep.newCodes({})), {
    changes: api.secondStep.newCodes,
    onDone: (answer) => setCodes(answer.codes),
  })
  const [left, total] = [Number(info.codes_left), Number(info.codes_total)]
  const isOn = info.methods.length > 0
  return (
    <>
      <SecurityRow
        icon={LifeBuoy}
        title={t.recovery}
        tag={isOn && <span className={left <= FEW_CODES ? 'tag warn' : 'tag'}>{t.left(left, total)}</span>}
        end={
          isOn && (
            <button type="button" className="btn small" onClick={() => setAsking(true)}>
              {t.newCodes}
            </button>
          )
        }
      >
        <p>{isOn ? t.recoveryText : t.recoveryNone}</p>
      </SecurityRow>
      {isAsking && (
        <ConfirmDialog
          title={t.newCodesTitle}
          action={t.newCodesDo}
          onConfirm={() => make.send(undefined)}
          onClose={() => setAsking(false)}
        >
          {t.newCodesText}
        </ConfirmDialog>
      )}
      {codes.length > 0 && <CodesDialog codes={codes} onClose={() => setCodes([])} />}
      {question}
    </>
  )
}

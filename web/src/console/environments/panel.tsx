import './environments.css'
import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../../lib/api.ts'
import { useBoot } from '../../lib/boot.ts'
import { useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { PageHead } from '../../ui/frame/page-head.tsx'
import { MenuItem } from '../../ui/menu.tsx'
import { Empty } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import { Listing } from '../../ui/table/listing.tsx'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import { TableWaiting } from '../../ui/table/table.tsx'
import type { ConsoleEnvironment } from '../request/values.ts'
import { environmentWords } from './environments.words.ts'
import { EnvironmentForm, type Started } from './form.tsx'
import { startedWith, useOffered } from './offer.tsx'

function Row({ environment, onEdit, onRemove }: { environment: ConsoleEnvironment; onEdit: () => void; onRemove: () => void }) {
  const t = useWords(environmentWords)
  const { byServer } = useBoot()
  const { env_name, base_url, is_shown, by_server, variables } = environment
  const isForReaders = is_shown && base_url !== ''
  return (
    <li className="env-row">
      <div className="env-name">
        <b>{env_name}</b>
        <span className="env-address">{base_url || t.noAddress}</span>
        {by_server && <small>{byServer ? t.sentByServer : t.sentByServerOff}</small>}
      </div>
      <span className={isForReaders ? 'state ok' : 'state ring'}>
        <i aria-hidden="true" />
        {isForReaders ? t.shown : base_url ? t.hidden : t.forClients}
      </span>
      <span className="env-count">{variables.length > 0 && t.variables(variables.length)}</span>
      <div className="env-acts">
        <button type="button" className="btn small" aria-label={t.editOf(env_name)} onClick={onEdit}>
          {t.edit}
        </button>
        <RowMenu name={env_name}>
          <MenuItem bad onSelect={onRemove}>
            {t.remove}
          </MenuItem>
        </RowMenu>
      </div>
    </li>
  )
}

type Address = Answer<'console', 'addresses'>[number]

/** The servers that the sources name, apart from those that are environments already. */
function Offered({ addresses, onUse }: { addresses: Address[]; onUse: (address: Address) => void }) {
  const t = useWords(environmentWords)
  if (addresses.length === 0) return null
  return (
    <section className="env-offered" aria-labelledby="env-offered">
      <h2 id="env-offered">{t.offered}</h2>
      <p className="help">{t.offeredAbout}</p>
      <ul>
        {addresses.map((address) => {
          const { source_id, title, base_url, about } = address
          return (
            <li className="env-row" key={`${source_id} ${base_url}`}>
              <div className="env-name">
                <span className="env-address">{base_url}</span>
                <small>{about ? t.offeredFrom(title, about) : title}</small>
              </div>
              <button type="button" className="btn small" aria-label={t.useOf(base_url)} onClick={() => onUse(address)}>
                {t.use}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The environments of an item, for its managers. */
export function EnvironmentPanel({ item_id }: { item_id: string }) {
  const t = useWords(environmentWords)
  const found = useQuery({ ...read(api.console.environments, { item_id }), refetchOnMount: 'always' })
  const offered = useOffered(item_id)
  const [started, setStarted] = useState<Started>()
  const [removing, setRemoving] = useState<ConsoleEnvironment>()
  const remove = useSend(api.console.deleteEnvironment, { done: t.removed })
  return (
    <>
      <PageHead
        title={t.title}
        about={t.about}
        action={
          <button type="button" className="btn primary" onClick={() => setStarted({})}>
            <Plus className="i" aria-hidden="true" />
            {t.add}
          </button>
        }
      />
      <Listing
        list={{ data: found.data, error: found.error, refetch: found.refetch }}
        waiting={<TableWaiting height={64} rows={3} isHeaded={false} />}
        failed={t.failed}
        empty={<Empty title={t.none}>{t.noneText}</Empty>}
      >
        {(environments) => (
          <ul className="env-list" aria-label={t.title}>
            {environments.map((environment) => (
              <Row
                key={environment.env_id}
                environment={environment}
                onEdit={() => setStarted({ environment })}
                onRemove={() => setRemoving(environment)}
              />
            ))}
          </ul>
        )}
      </Listing>
      {offered && <Offered addresses={offered} onUse={(address) => setStarted(startedWith(address))} />}
      {started && <EnvironmentForm item_id={item_id} started={started} onClose={() => setStarted(undefined)} />}
      {removing && (
        <ConfirmDialog
          title={t.removeTitle(removing.env_name)}
          action={t.remove}
          danger
          onConfirm={() => remove.send({ item_id, env_id: removing.env_id })}
          onClose={() => setRemoving(undefined)}
        >
          {t.removeText}
        </ConfirmDialog>
      )}
    </>
  )
}

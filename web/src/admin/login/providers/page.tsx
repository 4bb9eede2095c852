import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { api, read } from '../../../lib/api.ts'
import { useNavigate } from '../../../lib/navigation/provider.tsx'
import { useWords } from '../../../lib/words.ts'
import { useConfirmed } from '../../../ui/confirm/confirmed.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { PageHead } from '../../../ui/frame/page-head.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../../../ui/placeholder.tsx'
import { useSend } from '../../../ui/send.ts'
import { Block } from '../../../ui/settings/block.tsx'
import { Settings } from '../../../ui/settings/reminder.tsx'
import type { Provider } from '../../list.tsx'
import { GroupsToTeams } from '../groups/groups.tsx'
import { ProviderForm } from './form.tsx'
import { isKind, providersAddress } from './kinds.ts'
import { providerWords } from './providers.words.ts'
import { SignOutsThere } from './steps.tsx'

/** Deletes a provider, and says before how many accounts are unlinked by it. */
function RemoveProvider({ provider }: { provider: Provider }) {
  const t = useWords(providerWords)
  const go = useNavigate()
  const { provider_id, name } = provider
  const linked = Number(provider.linked)
  const [isAsking, setAsking] = useState(false)
  const [confirmed, question] = useConfirmed()
  // After a refusal because of accounts that were linked meanwhile, the dialog shows their number.
  const remove = useSend((unlink: string) => confirmed(() => api.adminProvider.delete({ provider_id, unlink })), {
    changes: api.adminProvider.delete,
    done: t.removed(name),
  })
  const run = async () => {
    await remove.send(linked > 0 ? '1' : '0')
    go(providersAddress(), { replace: true })
  }
  return (
    <Block title={t.remove} about={t.removeAbout}>
      <button type="button" className="btn danger" onClick={() => setAsking(true)}>
        {t.removeButton}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t.removeTitle(name)}
          action={linked > 0 ? t.unlinkDo(linked) : t.removeDo}
          danger
          onConfirm={run}
          onClose={() => setAsking(false)}
        >
          {linked > 0 ? t.removeLinked(linked) : t.removeText}
        </ConfirmDialog>
      )}
      {question}
    </Block>
  )
}

/** The page of one provider: its number, or the kind of a new one. */
export function ProviderPage({ provider }: { provider: string }) {
  const t = useWords(providerWords)
  const list = useQuery(read(api.adminProvider.getList, {}))
  const back = { to: providersAddress(), text: t.title }
  if (isKind(provider))
    return (
      <>
        <PageHead back={back} title={t.newTitle(t[provider])} about={t[`${provider}Text`]} />
        <Settings>
          <ProviderForm kind={provider} />
        </Settings>
      </>
    )
  const known = list.data?.find(({ provider_id }) => provider_id === provider)
  if (known)
    return (
      <>
        <PageHead back={back} title={known.name} about={t.aboutOne(t[known.kind], Number(known.linked))} />
        <Settings>
          <ProviderForm key={known.provider_id} kind={known.kind} known={known} />
          {known.kind === 'oidc' && <SignOutsThere provider_id={known.provider_id} />}
          <GroupsToTeams provider_id={known.provider_id} kind={known.kind === 'oidc' || known.kind === 'oauth2' ? 'group' : 'department'} />
          <RemoveProvider provider={known} />
        </Settings>
      </>
    )
  if (list.error && !list.data)
    return (
      <>
        <PageHead back={back} title={t.title} />
        <ErrorNote title={t.failed} error={list.error} onRetry={() => void list.refetch()} />
      </>
    )
  if (list.data && !list.isFetching)
    return (
      <>
        <PageHead back={back} title={t.title} />
        <Empty
          title={t.gone}
          actions={
            <Link className="btn" to={providersAddress()}>
              {t.toList}
            </Link>
          }
        >
          {t.goneText}
        </Empty>
      </>
    )
  return <PageWaiting back={back} />
}

/** In the sizes of the page of a provider. */
function PageWaiting({ back }: { back: { to: string; text: string } }) {
  const title = (
    <h1>
      <span className="visually-hidden">{back.text}</span>
      <Bone width={180} height={28} />
    </h1>
  )
  return (
    <>
      <PageHead back={back} title={title} about={<Bone width={220} height={14} />} />
      <div className="settings">
        {[5, 4].map((count) => (
          <div key={count} className="block">
            <Skeleton>
              <Bone width={140} height={16} />
            </Skeleton>
            <Skeleton>
              {Array.from({ length: count }, (_, at) => (
                <Bone key={`${at + 1}`} height={36} />
              ))}
            </Skeleton>
          </div>
        ))}
      </div>
    </>
  )
}

import './team.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowRightLeft, BookOpen, Pencil, Plus, Trash2, Users } from 'lucide-react'
import { type ComponentProps, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api, read, requestId, write } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError, FormActions } from '../ui/forms/form-foot.tsx'
import { ListHead, Listing } from '../ui/frame/list-screen.tsx'
import { Screen } from '../ui/frame/screen.tsx'
import { IconButton, IconLink } from '../ui/icon-button.tsx'
import { OwnPasswordDialog } from '../ui/own-password-dialog.tsx'
import { Empty } from '../ui/placeholder.tsx'
import { Table } from '../ui/table.tsx'
import { toast } from '../ui/toast.tsx'
import { type Team, Waiting } from './rows.tsx'
import { teamWords } from './team.words.ts'

type TeamAction = 'rename' | 'transfer' | 'remove'

function TeamRow({ team, onDo }: { team: Team; onDo: (action: TeamAction) => void }) {
  const t = useWords(teamWords)
  const name = team.team_name
  return (
    <tr>
      <th scope="row" className="cut">
        {name}
      </th>
      <td>
        <Link to={paths.teamMembers(team.id)} aria-label={`${name}: ${t.people(Number(team.memberCount))}`}>
          <span className="num hide-s">{team.memberCount}</span>
          <span className="only-s">{t.people(Number(team.memberCount))}</span>
        </Link>
      </td>
      <td>
        <Link to={paths.teamItems(team.id)} aria-label={`${name}: ${t.items(Number(team.itemCount))}`}>
          <span className="num hide-s">{team.itemCount}</span>
          <span className="only-s">{t.items(Number(team.itemCount))}</span>
        </Link>
      </td>
      <td className="acts">
        <IconLink className="hide-s" name={t.membersOf(name)} to={paths.teamMembers(team.id)}>
          <Users className="i" aria-hidden="true" />
        </IconLink>
        <IconLink className="hide-s" name={t.itemsOf(name)} to={paths.teamItems(team.id)}>
          <BookOpen className="i" aria-hidden="true" />
        </IconLink>
        <IconButton name={t.rename(name)} onClick={() => onDo('rename')}>
          <Pencil className="i" aria-hidden="true" />
        </IconButton>
        <IconButton name={t.transfer(name)} onClick={() => onDo('transfer')}>
          <ArrowRightLeft className="i" aria-hidden="true" />
        </IconButton>
        <IconButton name={t.remove(name)} onClick={() => onDo('remove')}>
          <Trash2 className="i" aria-hidden="true" />
        </IconButton>
      </td>
    </tr>
  )
}

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  label: string
  wrong?: string | undefined
}

/** A dialog field with its error message below. */
function Field({ label, wrong, ...input }: Props) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        autoComplete="off"
        {...input}
        id={id}
        className={wrong ? 'input err' : 'input'}
        aria-invalid={Boolean(wrong)}
        aria-describedby={wrong ? `${id}wrong` : undefined}
      />
      <FieldError id={`${id}wrong`}>{wrong}</FieldError>
    </div>
  )
}

/** Creates or renames a team. */
function NameDialog({ team, onClose }: { team: Team | null; onClose: () => void }) {
  const t = useWords(teamWords)
  const [name, setName] = useState(team?.team_name ?? '')
  const [missing, setMissing] = useState(false)
  const request_id = useRef(requestId())
  const save = useMutation(write(api.team.save))
  const submit = () => {
    const team_name = name.trim()
    if (!team_name) return setMissing(true)
    if (!save.isPending)
      save.mutate(team ? { id: team.id, team_name } : { team_name, request_id: request_id.current }, { onSuccess: onClose })
  }
  return (
    <Dialog
      title={team ? t.renameTitle(team.team_name) : t.addTitle}
      onClose={onClose}
      onSubmit={submit}
      actions={<FormActions action={team ? t.save : t.create} disabled={save.isPending} onClose={onClose} />}
    >
      <Field
        label={t.teamName}
        value={name}
        maxLength={100}
        wrong={missing ? t.nameMissing : save.error?.message}
        onChange={(event) => {
          setName(event.target.value)
          setMissing(false)
          request_id.current = requestId()
        }}
      />
    </Dialog>
  )
}

/** Transfers the team and its items to another owner. The current owner confirms with the password. */
function TransferDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const t = useWords(teamWords)
  const [username, setUsername] = useState('')
  const [isNameMissing, setNameMissing] = useState(false)
  const attorn = useMutation(write(api.team.attorn, 'item'))
  const to = username.trim()
  const check = () => {
    setNameMissing(!to)
    return to !== ''
  }
  const send = async (password: string) => {
    await attorn.mutateAsync({ team_id: team.id, username: to, password })
    toast(t.transferred(team.team_name, to))
    onClose()
  }
  return (
    <OwnPasswordDialog
      title={t.transferTitle(team.team_name)}
      action={t.transferDo}
      label={t.password}
      missing={t.passwordMissing}
      check={check}
      onSend={send}
      onClose={onClose}
    >
      <p>{t.transferText(Number(team.itemCount))}</p>
      <Field
        label={t.username}
        value={username}
        autoCapitalize="off"
        spellCheck={false}
        wrong={isNameMissing && !to ? t.usernameMissing : undefined}
        onChange={(event) => setUsername(event.target.value)}
      />
    </OwnPasswordDialog>
  )
}

function RemoveDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const t = useWords(teamWords)
  const remove = useMutation(write(api.team.delete, 'item'))
  const confirm = async () => {
    await remove.mutateAsync({ id: team.id })
    toast(t.removed(team.team_name))
  }
  return (
    <ConfirmDialog title={t.removeTitle(team.team_name)} action={t.removeDo} danger onConfirm={confirm} onClose={onClose}>
      {t.removeText(Number(team.memberCount), Number(team.itemCount))}
    </ConfirmDialog>
  )
}

function Teams({ teams }: { teams: Team[] }) {
  const t = useWords(teamWords)
  const [open, setOpen] = useState<{ action: TeamAction; team: Team } | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Table name={t.teams} look="team-table teams" columns={[t.name, t.memberCount, t.itemCount]} actions={t.actions}>
        {teams.map((team) => (
          <TeamRow key={team.id} team={team} onDo={(action) => setOpen({ action, team })} />
        ))}
      </Table>
      {open?.action === 'rename' && <NameDialog team={open.team} onClose={close} />}
      {open?.action === 'transfer' && <TransferDialog team={open.team} onClose={close} />}
      {open?.action === 'remove' && <RemoveDialog team={open.team} onClose={close} />}
    </>
  )
}

/** /team/index: the teams that the user owns. */
export function TeamsScreen() {
  const t = useWords(teamWords)
  const list = useQuery(read(api.team.getList, {}))
  const [adding, setAdding] = useState(false)
  const add = (look: string) => (
    <button type="button" className={look} onClick={() => setAdding(true)}>
      <Plus className="i" aria-hidden="true" />
      {t.add}
    </button>
  )
  return (
    <Screen title={t.teams}>
      <div className="screen team">
        <ListHead back={{ to: paths.items(), text: t.backToItems }} title={<h1>{t.teams}</h1>} action={add('btn primary')} />
        <p className="about">{t.about}</p>
        <Listing
          list={list}
          waiting={<Waiting />}
          failed={t.failed}
          empty={
            <Empty title={t.none} actions={add('btn')}>
              {t.noneText}
            </Empty>
          }
        >
          {(teams) => <Teams teams={teams} />}
        </Listing>
        {adding && <NameDialog team={null} onClose={() => setAdding(false)} />}
      </div>
    </Screen>
  )
}

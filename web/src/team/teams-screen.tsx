import './team.css'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ComponentProps, useId, useState } from 'react'
import { Link } from 'react-router'
import { api, read } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError, FormActions } from '../ui/forms/form-foot.tsx'
import { PageHead } from '../ui/frame/page-head.tsx'
import { Screen } from '../ui/frame/screen.tsx'
import { MenuItem, MenuRule } from '../ui/menu.tsx'
import { OwnPasswordDialog } from '../ui/own-password-dialog.tsx'
import { Empty } from '../ui/placeholder.tsx'
import { useSend } from '../ui/send.ts'
import { Listing } from '../ui/table/listing.tsx'
import { RowMenu } from '../ui/table/row-menu.tsx'
import { type Column, Table, TableWaiting } from '../ui/table/table.tsx'
import type { Team } from './rows.ts'
import { teamWords } from './team.words.ts'

type TeamAction = 'rename' | 'transfer' | 'remove'

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
  const save = useSend(api.team.save, { onDone: onClose })
  const submit = () => {
    const team_name = name.trim()
    if (!team_name) return setMissing(true)
    void save.send(team ? { id: team.id, team_name } : { team_name })
  }
  return (
    <Dialog
      title={team ? t.renameTitle(team.team_name) : t.addTitle}
      onClose={onClose}
      onSubmit={submit}
      actions={<FormActions action={team ? t.save : t.create} disabled={save.busy} onClose={onClose} />}
    >
      <Field
        label={t.teamName}
        value={name}
        maxLength={100}
        wrong={missing ? t.nameMissing : save.error?.message}
        onChange={(event) => {
          setName(event.target.value)
          setMissing(false)
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
  const to = username.trim()
  const attorn = useSend(api.team.attorn, { done: t.transferred(team.team_name, to), onDone: onClose })
  const check = () => {
    setNameMissing(!to)
    return to !== ''
  }
  return (
    <OwnPasswordDialog
      title={t.transferTitle(team.team_name)}
      action={t.transferDo}
      label={t.password}
      missing={t.passwordMissing}
      check={check}
      onSend={(password) => attorn.send({ team_id: team.id, username: to, password })}
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
  const remove = useSend(api.team.delete, { done: t.removed(team.team_name) })
  return (
    <ConfirmDialog
      title={t.removeTitle(team.team_name)}
      action={t.removeDo}
      danger
      onConfirm={() => remove.send({ id: team.id })}
      onClose={onClose}
    >
      {t.removeText(Number(team.memberCount), Number(team.itemCount))}
    </ConfirmDialog>
  )
}

function Teams({ teams }: { teams: Team[] }) {
  const t = useWords(teamWords)
  const [open, setOpen] = useState<{ action: TeamAction; team: Team } | null>(null)
  const close = () => setOpen(null)
  const members = (team: Team) => t.people(Number(team.memberCount))
  const items = (team: Team) => t.items(Number(team.itemCount))
  const columns: Column<Team>[] = [
    { head: t.name, cell: ({ team_name }) => team_name, isName: true, look: 'cut' },
    {
      head: t.memberCount,
      cell: (team) => <CountLink team={team} count={team.memberCount} text={members(team)} to={paths.teamMembers(team.id)} />,
      width: 112,
    },
    {
      head: t.itemCount,
      cell: (team) => <CountLink team={team} count={team.itemCount} text={items(team)} to={paths.teamItems(team.id)} />,
      width: 112,
    },
  ]
  return (
    <>
      <Table
        name={t.teams}
        look="team-table"
        columns={columns}
        rows={teams}
        keyOf={({ id }) => id}
        actions={{ head: t.actions, cell: (team) => <TeamActions team={team} onDo={(action) => setOpen({ action, team })} />, width: 128 }}
      />
      {open?.action === 'rename' && <NameDialog team={open.team} onClose={close} />}
      {open?.action === 'transfer' && <TransferDialog team={open.team} onClose={close} />}
      {open?.action === 'remove' && <RemoveDialog team={open.team} onClose={close} />}
    </>
  )
}

/** A number in the table, a text on phones. */
const CountLink = ({ team, count, text, to }: { team: Team; count: string; text: string; to: string }) => (
  <Link to={to} aria-label={`${team.team_name}: ${text}`}>
    <span className="num hide-s">{count}</span>
    <span className="only-s">{text}</span>
  </Link>
)

function TeamActions({ team: { id, team_name }, onDo }: { team: Team; onDo: (action: TeamAction) => void }) {
  const t = useWords(teamWords)
  return (
    <>
      <Link className="btn quiet small hide-s" aria-label={t.membersOf(team_name)} to={paths.teamMembers(id)}>
        {t.memberCount}
      </Link>
      <RowMenu name={team_name}>
        <MenuItem to={paths.teamItems(id)}>{t.itemCount}</MenuItem>
        <MenuItem onSelect={() => onDo('rename')}>{t.rename}</MenuItem>
        <MenuItem onSelect={() => onDo('transfer')}>{t.transfer}</MenuItem>
        <MenuRule />
        <MenuItem bad onSelect={() => onDo('remove')}>
          {t.remove}
        </MenuItem>
      </RowMenu>
    </>
  )
}

/** /team/index: the teams that the user owns. */
export function TeamsScreen() {
  const t = useWords(teamWords)
  const list = useQuery(read(api.team.getList, {}))
  const [adding, setAdding] = useState(false)
  const add = (
    <button type="button" className="btn primary" onClick={() => setAdding(true)}>
      <Plus className="i" aria-hidden="true" />
      {t.add}
    </button>
  )
  return (
    <Screen title={t.teams}>
      <div className="screen team">
        <PageHead back={{ to: paths.items(), text: t.backToItems }} title={t.teams} action={add} about={t.about} />
        <Listing
          list={list}
          waiting={<TableWaiting isHeaded={false} />}
          failed={t.failed}
          empty={<Empty title={t.none}>{t.noneText}</Empty>}
        >
          {(teams) => <Teams teams={teams} />}
        </Listing>
        {adding && <NameDialog team={null} onClose={() => setAdding(false)} />}
      </div>
    </Screen>
  )
}

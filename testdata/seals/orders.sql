-- orders
create table public.orders (
  id bigint primary key, -- number
  quantity numeric(10, 2) default 1,
  note text check (note <> '-- x'),
  unique (id, note)
);
create or replace function total(order_id bigint) returns int as $$
begin
  -- lines
  return (select sum(price) from lines where note = 'it''s');
end;
$$ language plpgsql;
CREATE VIEW open_orders AS
  SELECT * FROM orders /* all */ WHERE state = 'open';
create unique index orders_note on public.orders (note);

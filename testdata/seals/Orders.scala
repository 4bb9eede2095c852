package shop

/* orders /* nested */ still */
case class Order(id: String, lines: List[Line])

trait Store {
  def find(id: String): Option[Order]
}

object Orders extends Store {
  val Max = 50 // "the most
  private lazy val names = Map("a" -> "x // y", "b" -> """raw "z" // w""")

  def find(id: String): Option[Order] = {
    val note = s"of ${names.map { case (k, v) => "k" }.size} // text"
    names.get(id).map(_ => Order(id, Nil))
  }

  def total(lines: List[Line]) =
    lines
      .map(_.price)
      .sum

  type Lines = List[Line]
}

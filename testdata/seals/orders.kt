package shop

const val MAX = 50 /* outer /* inner */ still */
typealias Lines = List<Line>

data class Order(val id: String, val lines: Lines)

class Orders(private val store: Store) : Base() {
    val total: Int
        get() = lines.sumOf { it.price }
    var open = mutableListOf<Order>()

    fun create(lines: Lines): Order {
        val note = "of ${lines.map { "x" }.size} // text"
        return Order("1", lines)
    }

    fun first() = store.all()
        .filter { it.open }
        .first()

    companion object {
        fun empty(): Orders = Orders(Store())
    }
}

fun Order.label(): String = """raw "$id" // text"""
enum class State { OPEN, PAID }
object Registry { fun find(id: String) = id }

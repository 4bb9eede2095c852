import Foundation

let maxLines = 50 /* a /* b */ c */

struct Order: Codable {
  let id: String
  var total: Int {
    lines.reduce(0) { $0 + $1.price }
  }
  init(id: String) { self.id = id }
}

enum State {
  case open, paid(Int)
  case closed
}

extension Order {
  @discardableResult
  func create(_ text: String) -> Bool {
    print("of \(text.map { "(\($0))" }) // text")
    return #"raw " // text"# == text
  }
}

protocol Store {
  func find(_ id: String) -> Order?
}

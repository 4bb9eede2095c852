import 'dart:io';

const maxLines = 50;

class Orders extends Store {
  final int size;
  Orders(this.size) : super(size);
  int get total => lines.length;
  Future<void> create(String id) async {
    print('of ${ids.map((x) => '$x')} // text');
    print(r'raw \');
  }
}
enum State { open, paid }
void main() { run(); }

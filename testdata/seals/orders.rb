# Orders
require 'json'

MAX_LINES = 50
NAMES = %w[a # b]

module Shop
  class Order < Store
    attr_reader :lines
    LIMITS = {
      low: 1, # least
      high: 5
    }.freeze

    def initialize(lines)
      @lines = lines
    end

    def self.find(id)
      text = <<~SQL
        select # "text
      SQL
      where("of #{id.gsub(/[#\/]/, "x")} # text", text)
    end

    def total = @lines.sum { |line| line.price / 2 }

    def open?
      @lines.each do |line|
        return true if line.open?
      end
      false
    end
  end
end

=begin
def hidden
=end
def total(lines) lines.sum end

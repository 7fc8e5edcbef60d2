package dev.payonce.server.api;

import dev.payonce.NewOrder;
import dev.payonce.OrderBook;
import dev.payonce.OrderStatus;
import dev.payonce.jdbc.JdbcRecords;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** The orders. Both calls that write may be repeated without another effect. Stateless. */
@Tag(name = "orders")
@RestController
final class OrderController {
    private static final String ORDERS = "/api/v1/orders";

    private final OrderBook orders;
    private final JdbcRecords records;

    OrderController(OrderBook orders, JdbcRecords records) {
        this.orders = orders;
        this.records = records;
    }

    /**
     * Creates an order. Of many callers with the same content one gets 201 and the others 200. The answer repeats what was
     * recorded and says nothing of its state, which a payment may be changing: that is at {@code Location}.
     */
    @Operation(
            operationId = "createOrder",
            summary = "Create an order; the same again is no second order",
            requestBody =
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                                            schema = @Schema(implementation = OrderTerms.class))))
    @ApiResponse(responseCode = "201", description = "created, now or with this very call's repeat")
    @ApiResponse(responseCode = "200", description = "was there with the same content", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "409", ref = ApiDescription.PROBLEM)
    @ApiResponse(responseCode = "413", ref = ApiDescription.PROBLEM)
    @ApiResponse(responseCode = "415", ref = ApiDescription.PROBLEM)
    @ApiResponse(responseCode = "422", ref = ApiDescription.PROBLEM)
    @PostMapping(path = ORDERS, produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<OrderTerms> create(@Parameter(hidden = true) HttpServletRequest request) throws IOException {
        NewOrder order = OrderTerms.read(JsonBody.read(request)).toOrder();
        HttpStatus status = switch (orders.create(order)) {
            case CREATED -> HttpStatus.CREATED;
            case EXISTS -> HttpStatus.OK;
            case EXISTS_WITH_OTHER_CONTENT ->
                throw Problems.thrown(
                        Problems.of(HttpStatus.CONFLICT, "An order of this number exists with other content."));
        };
        return ResponseEntity.status(status)
                .location(URI.create(request.getContextPath() + ORDERS + "/" + PathName.encode(order.orderNo())))
                .body(OrderTerms.of(order));
    }

    @Operation(operationId = "getOrder", summary = "An order with its payments and entries")
    @Parameter(name = "orderNo", in = ParameterIn.PATH, required = true, schema = @Schema(type = "string"))
    @ApiResponse(responseCode = "404", ref = ApiDescription.PROBLEM)
    @GetMapping(path = ORDERS + "/{orderNo}", produces = MediaType.APPLICATION_JSON_VALUE)
    OrderView get(@Parameter(hidden = true) HttpServletRequest request) {
        return view(PathName.of(request).orElseThrow(OrderController::unknown));
    }

    /** Closes an order that nobody paid. Against a racing payment exactly one of the two wins. */
    @Operation(operationId = "closeOrder", summary = "Close an order that was not paid")
    @Parameter(name = "orderNo", in = ParameterIn.PATH, required = true, schema = @Schema(type = "string"))
    @ApiResponse(responseCode = "404", ref = ApiDescription.PROBLEM)
    @ApiResponse(responseCode = "409", ref = ApiDescription.PROBLEM)
    @PostMapping(path = ORDERS + "/{orderNo}/close", produces = MediaType.APPLICATION_JSON_VALUE)
    OrderView close(@Parameter(hidden = true) HttpServletRequest request) {
        String orderNo = PathName.of(request).orElseThrow(OrderController::unknown);
        OrderStatus status =
                orders.close(orderNo).orElseThrow(OrderController::unknown).status();
        if (status != OrderStatus.CLOSED) {
            throw notClosable(status);
        }
        return view(orderNo);
    }

    private OrderView view(String orderNo) {
        return records.order(orderNo).map(OrderView::of).orElseThrow(OrderController::unknown);
    }

    private static ErrorResponseException unknown() {
        return Problems.notFound("There is no such order.");
    }

    /** {@code status} is the HTTP status in a problem, so the order's is {@code state}. */
    private static ErrorResponseException notClosable(OrderStatus status) {
        ProblemDetail problem = Problems.of(HttpStatus.CONFLICT, "The order is " + status + " and cannot be closed.");
        problem.setProperty("state", status.name());
        return Problems.thrown(problem);
    }
}
